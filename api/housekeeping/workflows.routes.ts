import { z } from "zod";
import { retryWorkflow } from "../../domain/housekeeping/retry-workflow.ts";
import { FAILED_STATUSES, type FailedStatus } from "../../domain/housekeeping/failed-workflow.rules.ts";
import { isRetryable, workflows } from "../../domain/workflows.ts";
import { defineView } from "../define-schemas.ts";
import { may } from "../access.ts";
import { Id, Instant, Timestamp, iso, several } from "../common.contract.ts";
import { defineRoute, type Route } from "../route.ts";
import type { FailedRun, FailedWorkflows } from "./failed-workflows.ts";

interface WorkflowRouteDeps {
  failedWorkflows: FailedWorkflows;
}

const PATH = "/api/v1/system/workflows";
const MAX = 50;
const BY_DEFAULT: readonly FailedStatus[] = ["failed", "timed_out"];
const UNAVAILABLE = { 503: "Temporal does not answer" };

const WorkflowQuery = z.strictObject({
  status: several(FAILED_STATUSES, "Only workflows with these outcomes; failed and timed_out by default"),
  closed_before: Instant.optional().meta({
    description: "Only workflows that ended before this time: the `closed_at` of the last one you have",
  }),
  limit: z.coerce.number().int().min(1).max(MAX).default(20).meta({ description: "Workflows in the answer" }),
});

const WorkflowView = defineView("FailedWorkflow", {
  id: z.string().meta({ description: "The workflow's id" }),
  run_id: Id,
  type: z.string(),
  summary: z.string().meta({ description: "What workflows of this type do" }),
  status: z.enum(FAILED_STATUSES),
  started_at: Timestamp,
  closed_at: Timestamp.nullable(),
  failure: z.string().nullable().meta({ description: "The deepest cause; null when it is unknown" }),
  retryable: z.boolean().meta({ description: "Whether workflows of this type can be retried here" }),
  retried: z.boolean().meta({ description: "Whether the workflow was started again since" }),
  url: z.url().meta({ description: "The workflow in the Temporal UI" }),
});

const WorkflowList = defineView("FailedWorkflowList", { workflows: z.array(WorkflowView) });

const Params = z.strictObject({
  workflowId: z.string().min(1).max(300).meta({ description: "The workflow's id" }),
});

const presentRun = (run: FailedRun): z.infer<typeof WorkflowView> => ({
  id: run.id,
  run_id: run.runId,
  type: run.type,
  summary: workflows[run.type]?.summary ?? run.type,
  status: run.status,
  started_at: run.startedAt.toISOString(),
  closed_at: iso(run.closedAt),
  failure: run.failure,
  retryable: isRetryable(run.type),
  retried: run.isRetried,
  url: run.url,
});

const list = ({ failedWorkflows }: WorkflowRouteDeps): Route =>
  defineRoute({
    method: "get",
    path: PATH,
    summary: "List failed workflows, newest first, as far as Temporal retains them",
    access: may("system.read"),
    query: WorkflowQuery,
    output: WorkflowList,
    answers: UNAVAILABLE,
    noStore: true,
    act: (_ctx, { query: { status = BY_DEFAULT, closed_before: closedBefore, limit } }) =>
      failedWorkflows.list({ statuses: status, closedBefore, limit }),
    present: (runs) => ({ workflows: runs.map(presentRun) }),
  });

const retry = ({ failedWorkflows }: WorkflowRouteDeps): Route =>
  defineRoute({
    method: "post",
    path: `${PATH}/:workflowId/retry`,
    summary: "Start a failed workflow again, with the same input. Recorded in the audit log",
    access: may("system.retry"),
    params: Params,
    status: 202,
    message: "The workflow was started again",
    answers: {
      ...UNAVAILABLE,
      409: "The workflow is running, did not fail, or is of a type that cannot be retried",
    },
    act: async (ctx, { params: { workflowId } }) => {
      const run = await failedWorkflows.find(workflowId);
      await retryWorkflow(ctx, run, (found) => failedWorkflows.restart(found));
    },
  });

export const createWorkflowRoutes = (deps: WorkflowRouteDeps): Route[] => [list(deps), retry(deps)];
