import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { rootApi } from "../../http/client.ts";
import { permissionsQuery } from "../identity/session.queries.ts";
import { MemberField } from "../projects/member-field.tsx";
import { findingQuery, type FindingDetail } from "./finding.queries.ts";
import { useRefreshFindings } from "./use-move.ts";

/** The person who works on the finding. */
export function FindingAssignee({ finding }: { finding: FindingDetail }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const refresh = useRefreshFindings();
  const { id, project_id: projectId, assigned_to: assigned } = finding;
  const permissions = useQuery(permissionsQuery({ finding_id: id }));
  if (permissions.data?.has("finding.update") !== true) return <>{assigned?.name ?? "–"}</>;
  return (
    <MemberField
      projectId={projectId}
      label={t("findings.assigned")}
      resource={finding}
      read={() => queries.query({ ...findingQuery(id), staleTime: 0 })}
      personOf={({ assigned_to: person }) => person}
      send={(assignee, guard) =>
        rootApi.PATCH("/api/findings/{id}", {
          params: { path: { id }, ...guard },
          body: { assigned_to: assignee },
        })
      }
      changed={t("findings.assigneeChanged")}
      onChanged={refresh}
    />
  );
}
