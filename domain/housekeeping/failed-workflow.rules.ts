import { keysOf } from "../keys-of.rules.ts";

/** How a workflow may have failed. */
export const FAILED_STATUSES = ["failed", "timed_out", "terminated"] as const;
export type FailedStatus = (typeof FAILED_STATUSES)[number];

/** The latest run of a workflow; `status` is null unless it failed. */
interface LatestRun {
  type: string;
  isRunning: boolean;
  status: FailedStatus | null;
}

export const WORKFLOW_RUNNING = {
  message: "The workflow is running: wait until it ends",
  reason: "workflow_running",
} as const;

/** Why a workflow cannot be started again; null if it can. The reason is a code for other languages. */
export function refusalToRetry(
  { type, isRunning, status }: LatestRun,
  isRetryable: (type: string) => boolean,
): { message: string; reason?: string } | null {
  if (isRunning) return WORKFLOW_RUNNING;
  if (status === null) return { message: "The latest run of this workflow did not fail" };
  return isRetryable(type) ? null : { message: `Workflows of the type ${type} cannot be retried` };
}

/** Why a workflow ended that did not fail by itself. */
export const WORKFLOW_ENDS = {
  timed_out: "The workflow timed out",
  terminated: "The workflow was terminated",
} as const;

/** The code of such a sentence; null for any other. */
export const workflowEnd = (sentence: string): keyof typeof WORKFLOW_ENDS | null =>
  keysOf(WORKFLOW_ENDS).find((code) => WORKFLOW_ENDS[code] === sentence) ?? null;
