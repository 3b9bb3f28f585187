import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { permissionsQuery } from "../identity/session.queries.ts";
import { MemberField } from "../projects/member-field.tsx";
import { controlQuery, type Control } from "./control.queries.ts";

interface ControlOwnerProps {
  control: Control;
  projectId: string;
}

function OwnerField({ control: { id }, projectId }: ControlOwnerProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const query = controlQuery(projectId, id);
  return (
    <MemberField
      projectId={projectId}
      label={t("controls.owner")}
      resource={useQuery(query).data}
      read={() => queries.query({ ...query, staleTime: 0 })}
      personOf={({ owner }) => owner}
      send={(ownerId, guard) =>
        api.PUT("/projects/{id}/controls/{controlId}", {
          params: { path: { id: projectId, controlId: id }, ...guard },
          body: { owner_id: ownerId },
        })
      }
      changed={t("controls.ownerChanged")}
      onChanged={() => queries.invalidateQueries({ queryKey: ["controls", projectId] })}
    />
  );
}

/** The owner of the control, which those who may change controls can replace. */
export function ControlOwner({ control, projectId }: ControlOwnerProps) {
  const permissions = useQuery(permissionsQuery({ project_id: projectId }));
  if (permissions.data?.has("control.update_many") !== true) return <>{control.owner?.name ?? "–"}</>;
  return <OwnerField control={control} projectId={projectId} />;
}
