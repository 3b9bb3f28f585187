import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { useGuardedChange, type Rows, type Tagged } from "../../http/use-guarded-change.ts";
import { ChangeProblem } from "../../ui/change-problem.tsx";
import { DraftNote } from "../../ui/draft-note.tsx";
import { SidePanel } from "../../ui/side-panel.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useEditDraft } from "../../ui/use-edit-draft.ts";
import layout from "../../ui/layout.module.css";
import { permissionsQuery } from "../identity/session.queries.ts";
import { endsBeforeItStarts } from "../new-project/ends-before-it-starts.ts";
import { ProjectFields } from "./project-fields.tsx";
import { changeOf, factsOf, type ProjectFacts } from "./project-facts.ts";
import { projectQuery, type ProjectDetail } from "./project.queries.ts";

/** What the form shows, as text. */
function useRows(): (facts: ProjectFacts) => Rows {
  const { t } = useTranslation();
  return ({ name, description, status, start, end, customer, auditor }) => [
    [t("newProject.name"), name],
    [t("newProject.description"), description],
    [t("projects.status"), t(`projectStatus.${status}`)],
    [t("newProject.start"), start],
    [t("newProject.end"), end],
    [t("projects.customer"), customer?.name ?? ""],
    [t("projects.auditor"), auditor?.name ?? ""],
  ];
}

interface EditProps {
  project: ProjectDetail & Tagged;
  onClose: () => void;
}

/** Changes a project beside its page. */
export function EditProject({ project, onClose }: EditProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const toast = useToast();
  const { id } = project;
  const mayAssign = useQuery(permissionsQuery({ project_id: id })).data?.has("project.assign") === true;
  const { draft, seen, leave, keepTheirs } = useEditDraft({
    name: `project.${id}`,
    resource: project,
    factsOf,
    onDone: onClose,
  });
  const { fields: facts, set } = draft;
  const rowsOf = useRows();
  const body = changeOf(facts, mayAssign);
  const change = useGuardedChange({
    send: (changed: typeof body, guard) =>
      api.PUT("/projects/{id}", { params: { path: { id }, ...guard }, body: changed }),
    read: () => queries.query({ ...projectQuery(id), staleTime: 0 }),
    rowsOf: (now: EditProps["project"]) => rowsOf(factsOf(now)),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["projects"] });
      toast({ text: t("project.saved") });
      leave();
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    change.mutate({ body, over: seen });
  };
  return (
    <SidePanel title={t("project.edit")} onClose={onClose}>
      <form onSubmit={submit} className={layout["form"]}>
        <DraftNote draft={draft} />
        <ProjectFields from={seen.status} facts={facts} mayAssign={mayAssign} onChange={set} />
        <ChangeProblem
          change={change}
          rowsOf={(now) => rowsOf(factsOf(now))}
          mine={rowsOf(facts)}
          body={body}
          onLeave={keepTheirs}
        />
        <div className={layout["inline"]}>
          <Button
            type="submit"
            size="xs"
            loading={change.isPending}
            disabled={facts.name.trim() === "" || endsBeforeItStarts(facts)}
          >
            {t("action.save")}
          </Button>
          <Button size="xs" variant="default" onClick={leave}>
            {t("action.cancel")}
          </Button>
        </div>
      </form>
    </SidePanel>
  );
}
