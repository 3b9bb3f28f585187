import type { WorkflowStart } from "../domain/events/workflow-start.ts";
import { unavailable } from "../platform/errors.ts";

export interface RestartDeps {
  /** Starts a workflow unless it runs; answers whether it did. Rejects where Temporal cannot be asked. */
  startMissing(wanted: WorkflowStart): Promise<boolean>;
}

/**
 * Starts the workflow that should be at work, where none is, such as after Temporal lost its database: whoever asks for
 * a retry need not wait for the sweep. Answers whether it did.
 */
export async function restartWorkflow(
  { startMissing }: RestartDeps,
  wanted: WorkflowStart,
): Promise<boolean> {
  try {
    return await startMissing(wanted);
  } catch (error) {
    throw unavailable("The workflow's state cannot be checked right now: retry later", error);
  }
}
