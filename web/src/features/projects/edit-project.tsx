import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { useGuardedChange, type Rows, type Tagged } from "../../http/use-guarded-change.ts";
import { EditForm } from "../../ui/edit-form.tsx";
import { SidePanel } from "../../ui/side-panel.tsx";
import { useToast } from "../../ui/toast.tsx";
import { hasDraft } from "../../ui/use-draft.ts";
import { useEditDraft } from "../../ui/use-edit-draft.ts";
import { permissionsQuery } from "../identity/session.queries.ts";
import { endsBeforeItStarts } from "../new-project/ends-before-it-starts.ts";
import { NextPeriod } from "./next-period.tsx";
import { ProjectDeletion } from "./project-deletion.tsx";
import { ProjectFields } from "./project-fields.tsx";
import { changeOf, factsOf, type ProjectFacts } from "./project-facts.ts";
import { projectQuery, type ProjectDetail } from "./project.queries.ts";
import { ProjectScope, scopeDraftOf } from "./project-scope.tsx";
import { ProjectTeam } from "./project-team.tsx";

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

const draftOf = (id: string): string => `project.${id}`;

/** Whether the fields have unsent input. */
const hasFacts = ({ id }: ProjectDetail): boolean => hasDraft(`form.${draftOf(id)}`);

/** Whether a form of the panel has unsent input that stays once the project is archived. */
export const hasProjectInput = (project: ProjectDetail): boolean =>
  hasFacts(project) || hasDraft(scopeDraftOf(project));

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
  const edit = useEditDraft({
    name: draftOf(id),
    resource: project,
    factsOf,
    onDone: onClose,
  });
  const { fields: facts, set } = edit.draft;
  const rowsOf = useRows();
  const rowsOfProject = (now: EditProps["project"]): Rows => rowsOf(factsOf(now));
  const body = changeOf(facts, mayAssign);
  const change = useGuardedChange({
    send: (changed: typeof body, guard) =>
      api.PUT("/projects/{id}", { params: { path: { id }, ...guard }, body: changed }),
    read: () => queries.query({ ...projectQuery(id), staleTime: 0 }),
    rowsOf: rowsOfProject,
    onSuccess: async () => {
      toast({ text: t("project.saved") });
      edit.leave();
      // An archived project is read-only.
      const keys = ["projects", "permissions", "findings"];
      await Promise.all(keys.map((key) => queries.invalidateQueries({ queryKey: [key] })));
    },
  });
  // Archived by someone else: the input stays, read-only.
  const isClosed = project.status === "archived" && !change.isPending;
  return (
    <SidePanel title={t("project.edit")} onClose={onClose}>
      {(!isClosed || hasFacts(project)) && (
        <EditForm
          edit={edit}
          change={change}
          body={body}
          rowsOf={rowsOfProject}
          mine={rowsOf(facts)}
          closed={isClosed ? t("draft.archived") : undefined}
          canSave={facts.name.trim() !== "" && !endsBeforeItStarts(facts)}
        >
          <ProjectFields
            from={edit.seen.status}
            facts={facts}
            isReadOnly={isClosed}
            mayAssign={mayAssign}
            onChange={set}
          />
        </EditForm>
      )}
      <NextPeriod projectId={id} />
      {!isClosed && <ProjectTeam project={project} />}
      <ProjectScope key={project.categories.join()} project={project} isClosed={isClosed} />
      <ProjectDeletion project={project} />
    </SidePanel>
  );
}
