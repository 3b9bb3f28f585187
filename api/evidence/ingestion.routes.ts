import { z } from "zod";
import { retryIngestion } from "../../domain/evidence/retry-ingestion.ts";
import type { StartMissing } from "../../domain/events/restart-workflow.ts";
import type { Evidence } from "../../domain/evidence/evidence.entity.ts";
import {
  CHUNKING_STATUSES,
  INGESTION_STEPS,
  ingestionProgress,
  ingestionWorkflowId,
} from "../../domain/evidence/evidence.rules.ts";
import { INGESTION_REASONS, ingestionReason } from "../../domain/evidence/ingestion-failures.rules.ts";
import { may } from "../access.ts";
import { Id, IdParams } from "../common.contract.ts";
import { defineRoute, type Route } from "../route.ts";
import { Warnings } from "./evidence.contract.ts";
import { loadById } from "./evidence.routes.ts";
import { defineView } from "../define-schemas.ts";

/** The state of a run in Temporal; null if Temporal is unavailable or has not started it yet. */
export interface WorkflowState {
  state: string;
  /** Attempts of the current step. */
  attempt: number;
  /** Why it is not done yet, worded for users, while a failed attempt is waiting to be retried. */
  waiting: string | null;
}

export interface IngestionRouteDeps {
  startMissing: StartMissing;
  describeWorkflow(workflowId: string): Promise<WorkflowState | null>;
  /** The URL of a workflow in the Temporal UI. */
  workflowUrl(workflowId: string): string;
}

const IngestionView = defineView("Ingestion", {
  evidence_id: Id,
  chunking_status: z.enum(CHUNKING_STATUSES),
  step: z.enum(INGESTION_STEPS).nullable(),
  steps: z.array(z.enum(INGESTION_STEPS)),
  /** Share of the completed steps, 0 to 1. */
  progress: z.number(),
  attempts: z.int(),
  /** Why the file could not be read. */
  error: z.string().nullable(),
  /** The same as a code, for other languages. */
  reason: z.enum(INGESTION_REASONS).nullable(),
  /** Why it has not been read yet, while a step is being retried. */
  waiting: z.string().nullable(),
  warnings: Warnings,
  workflow_id: z.string(),
  workflow_state: z.string().nullable(),
  workflow_url: z.string(),
});

function presentIngestion(
  deps: IngestionRouteDeps,
  evidence: Evidence,
  workflow: WorkflowState | null,
): z.infer<typeof IngestionView> {
  const workflowId = ingestionWorkflowId(evidence.id, evidence.ingestionAttempt);
  return {
    evidence_id: evidence.id,
    chunking_status: evidence.chunkingStatus,
    step: evidence.ingestionStep ?? null,
    steps: [...INGESTION_STEPS],
    progress: ingestionProgress(evidence.chunkingStatus, evidence.ingestionStep),
    attempts: workflow?.attempt ?? 0,
    error: evidence.ingestionError ?? null,
    reason: ingestionReason(evidence.ingestionError ?? null),
    waiting: workflow?.waiting ?? null,
    warnings: evidence.extractionWarnings,
    workflow_id: workflowId,
    workflow_state: workflow?.state ?? null,
    workflow_url: deps.workflowUrl(workflowId),
  };
}

const status = (deps: IngestionRouteDeps): Route =>
  defineRoute({
    method: "get",
    path: "/api/v1/evidence/:id/ingestion",
    summary: "Get the progress of the ingestion workflow",
    access: may("evidence.read"),
    params: IdParams,
    output: IngestionView,
    load: loadById,
    act: async (_ctx, _input, evidence) => ({
      evidence,
      workflow: await deps.describeWorkflow(ingestionWorkflowId(evidence.id, evidence.ingestionAttempt)),
    }),
    present: ({ evidence, workflow }) => presentIngestion(deps, evidence, workflow),
  });

const retry = (deps: IngestionRouteDeps): Route =>
  defineRoute({
    method: "post",
    path: "/api/v1/evidence/:id/ingestion/retry",
    summary: "Retry a failed ingestion, or restart one without a running workflow",
    access: may("evidence.update"),
    params: IdParams,
    status: 202,
    output: IngestionView,
    load: loadById,
    act: (ctx, _input, evidence) => retryIngestion(ctx, evidence, deps.startMissing),
    present: (evidence) => presentIngestion(deps, evidence, null),
  });

export const createIngestionRoutes = (deps: IngestionRouteDeps): Route[] => [status(deps), retry(deps)];
