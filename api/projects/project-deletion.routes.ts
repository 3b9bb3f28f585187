import { z } from "zod";
import { deleteProject } from "../../domain/projects/project-deletion.commands.ts";
import { loadLeavingProject, loadProject } from "../../domain/projects/project.queries.ts";
import { countEvidenceLeft } from "../../domain/evidence/remove-project-evidence.commands.ts";
import { deletionWorkflowId } from "../../domain/projects/project.rules.ts";
import { may } from "../access.ts";
import { Id, IdParams, Timestamp } from "../common.contract.ts";
import type { IngestionRouteDeps } from "../evidence/ingestion.routes.ts";
import { defineRoute, type Route, type RouteContext } from "../route.ts";
import { schemaNames } from "../../platform/web/schema-names.ts";
import { defineView } from "../define-schemas.ts";

const Deleting = defineView("ProjectDeletionStarted", {
  id: Id,
  workflow_id: z.string(),
  status: z.literal("deleting"),
});
const DeletionView = Deleting.extend({
  requested_at: Timestamp,
  /** Pieces of evidence still to be removed; the project itself comes last. */
  evidence_left: z.int(),
  /** Attempts of the current step. */
  attempts: z.int(),
  error: z.string().nullable(),
  workflow_state: z.string().nullable(),
  workflow_url: z.string(),
}).register(schemaNames, { id: "ProjectDeletion" });

const deleting = (id: string): z.infer<typeof Deleting> => ({
  id,
  workflow_id: deletionWorkflowId(id),
  status: "deleting",
});

const remove = defineRoute({
  method: "delete",
  path: "/api/v1/projects/:id",
  summary: "Delete a project. It disappears at once; a workflow then removes its files and rows",
  access: may("project.delete"),
  params: IdParams,
  status: 202,
  output: Deleting,
  load: (ctx: RouteContext, { params }) => loadProject(ctx, params.id),
  act: (ctx, _input, project) => deleteProject(ctx, project),
  present: ({ id }) => deleting(id),
});

const follow = (deps: IngestionRouteDeps): Route =>
  defineRoute({
    method: "get",
    path: "/api/v1/projects/:id/deletion",
    summary: "Get the progress of a project's deletion, for those who may delete it",
    access: may("project.follow_deletion"),
    params: IdParams,
    noStore: true,
    answers: { 404: "No deletion in progress: it has finished, or is not visible to the caller" },
    output: DeletionView,
    load: (ctx: RouteContext, { params }) => loadLeavingProject(ctx, params.id),
    act: async (ctx, _input, project) => {
      const [evidenceLeft, workflow] = await Promise.all([
        countEvidenceLeft(ctx, project),
        deps.describeWorkflow(deletionWorkflowId(project.id)),
      ]);
      return { project, evidenceLeft, workflow };
    },
    present: ({ project, evidenceLeft, workflow }) => ({
      ...deleting(project.id),
      requested_at: project.deletingAt!.toISOString(),
      evidence_left: evidenceLeft,
      attempts: workflow?.attempt ?? 0,
      error: workflow?.waiting ?? null,
      workflow_state: workflow?.state ?? null,
      workflow_url: deps.workflowUrl(deletionWorkflowId(project.id)),
    }),
  });

export const createProjectDeletionRoutes = (deps: IngestionRouteDeps): Route[] => [remove, follow(deps)];
