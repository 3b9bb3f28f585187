import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { ConfirmedAction } from "../../ui/confirmed-action.tsx";
import { useToast } from "../../ui/toast.tsx";
import { permissionsQuery } from "../identity/session.queries.ts";
import type { EvidenceDetail } from "./evidence.queries.ts";

/** For files uploaded by mistake, and those in quarantine. */
export function EvidenceDeletion({ evidence }: { evidence: EvidenceDetail }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const { id, title, project_id: projectId } = evidence;
  const permissions = useQuery(permissionsQuery({ evidence_id: id })).data;
  const remove = () => api.DELETE("/evidence/{id}", { params: { path: { id } } });
  const onRemoved = async () => {
    await navigate({ to: "/projects/$projectId/evidence", params: { projectId } });
    for (const key of ["evidence", "controls", "compliance", "events"])
      void queries.invalidateQueries({ queryKey: [key] });
    toast({ text: t("viewer.deleted", { title }) });
  };
  if (permissions?.has("evidence.delete") !== true) return null;
  return (
    <div>
      <ConfirmedAction
        text={t("viewer.delete")}
        warning={t("viewer.deleteWarning")}
        run={remove}
        onDone={onRemoved}
      />
    </div>
  );
}
