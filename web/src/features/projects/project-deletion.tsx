import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { ConfirmedAction } from "../../ui/confirmed-action.tsx";
import { useToast } from "../../ui/toast.tsx";
import { permissionsQuery } from "../identity/session.queries.ts";
import type { ProjectDetail } from "./project.queries.ts";

/** Deletes a project with all that is in it. */
export function ProjectDeletion({ project: { id, name } }: { project: ProjectDetail }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const permissions = useQuery(permissionsQuery({ project_id: id })).data;
  const remove = () => api.DELETE("/projects/{id}", { params: { path: { id } } });
  const onRemoved = async () => {
    await navigate({ to: "/projects" });
    toast({ text: t("projectDeletion.deleted", { name }) });
    for (const key of ["projects", "evidence", "findings", "notifications"])
      void queries.invalidateQueries({ queryKey: [key] });
  };
  if (permissions?.has("project.delete") !== true) return null;
  return (
    <section aria-label={t("projectDeletion.delete")}>
      <h3>{t("projectDeletion.title")}</h3>
      <ConfirmedAction
        text={t("projectDeletion.delete")}
        warning={t("projectDeletion.warning", { name })}
        run={remove}
        onDone={onRemoved}
      />
    </section>
  );
}
