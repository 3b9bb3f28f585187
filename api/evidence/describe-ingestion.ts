import { WorkflowNotFoundError, type Client, type WorkflowExecutionDescription } from "@temporalio/client";
import type { Config } from "../../platform/config.ts";
import type { Logger } from "../../platform/logger.ts";
import type { WorkflowState } from "./ingestion.routes.ts";

const DEADLINE_MS = 2_000;
/** Operators find the cause in the Temporal UI and the worker's log; it would mean nothing to users. */
const UNAVAILABLE = "A service that this step needs is unavailable: it retries automatically";
const WAITING: Record<string, string> = {
  Full: "The disk is full: processing resumes when there is space",
  Changed:
    "The stored file is not the one that was uploaded: processing resumes when an operator restores it",
};

type PendingActivity = NonNullable<WorkflowExecutionDescription["raw"]["pendingActivities"]>[number];
type Failure = NonNullable<PendingActivity["lastFailure"]>;
const waitingFor = ({ applicationFailureInfo: info }: Failure): string =>
  WAITING[info?.type ?? ""] ?? UNAVAILABLE;

/**
 * Queries Temporal for a run. Null if there is none yet or Temporal is unavailable: the evidence row still
 * shows the progress.
 */
export const describeWorkflow =
  (client: Client, logger: Logger) =>
  async (workflowId: string): Promise<WorkflowState | null> => {
    try {
      const description = await client.withDeadline(Date.now() + DEADLINE_MS, () =>
        client.workflow.getHandle(workflowId).describe(),
      );
      const [pending] = description.raw.pendingActivities ?? [];
      return {
        state: description.status.name,
        attempt: pending?.attempt ?? 1,
        waiting: pending?.lastFailure == null ? null : waitingFor(pending.lastFailure),
      };
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError))
        logger.warn({ err: error, workflowId }, "Temporal did not answer");
      return null;
    }
  };

type TemporalUi = Pick<Config, "TEMPORAL_UI_URL" | "TEMPORAL_NAMESPACE">;

/** The URL of the list of workflows in the Temporal UI. */
export const workflowsUrl = (config: TemporalUi): string =>
  `${config.TEMPORAL_UI_URL}/namespaces/${config.TEMPORAL_NAMESPACE}/workflows`;

/** The URL of a workflow in the Temporal UI: of its latest run, or of one. */
export const workflowUrl =
  (config: TemporalUi) =>
  (workflowId: string, runId?: string): string =>
    `${workflowsUrl(config)}/${encodeURIComponent(workflowId)}${runId === undefined ? "" : `/${runId}`}`;
