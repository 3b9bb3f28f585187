import type { WorkflowStart } from "../domain/events/workflow-start.ts";
import { unavailable } from "../platform/errors.ts";

export interface RestartDeps {
  /** Starts a workflow unless it is running; returns whether it did. Rejects if Temporal does not answer. */
  startMissing(wanted: WorkflowStart): Promise<boolean>;
}

/**
 * Starts the expected workflow if none is running, for example after Temporal lost its database, so that a
 * requested retry need not wait for the sweep. Returns whether it did.
 */
export async function restartWorkflow(
  { startMissing }: RestartDeps,
  wanted: WorkflowStart,
): Promise<boolean> {
  try {
    return await startMissing(wanted);
  } catch (error) {
    throw unavailable("Temporal cannot report the workflow's state: retry later", error);
  }
}
