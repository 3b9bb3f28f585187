import { WorkflowNotFoundError, type Client } from "@temporalio/client";
import type { WorkflowStart } from "../domain/events/workflow-start.ts";
import { TEMPORAL_TIMEOUT_MS } from "../platform/temporal/temporal.ts";
import { startOnce } from "./start-once.ts";
import { describedOptions, type StartDeps } from "./start-options.ts";

interface StarterDeps extends StartDeps {
  temporal: Client;
}

/** Rejects if Temporal does not answer. */
async function isRunning(temporal: Client, workflowId: string): Promise<boolean> {
  try {
    return (await temporal.workflow.getHandle(workflowId).describe()).status.name === "RUNNING";
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}

/**
 * Starts a workflow if none is running under its id, even if Temporal knows one that ended. If several
 * processes try, one succeeds. `isWanted` is evaluated after the check: by then, a workflow that has just
 * ended has recorded this in its row.
 */
export const startMissing = (
  { temporal, ...deps }: StarterDeps,
  wanted: WorkflowStart,
  isWanted: () => Promise<boolean> = () => Promise.resolve(true),
): Promise<boolean> =>
  temporal.withDeadline(Date.now() + TEMPORAL_TIMEOUT_MS, async () => {
    if (await isRunning(temporal, wanted.workflowId)) return false;
    if (!(await isWanted())) return false;
    const described = await describedOptions(deps, wanted);
    const options = { ...described, workflowIdReusePolicy: "ALLOW_DUPLICATE" } as const;
    return startOnce(() => temporal.workflow.start(wanted.workflow, options));
  });
