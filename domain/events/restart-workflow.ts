import { unavailable } from "../../platform/errors.ts";
import type { WorkflowStart } from "./workflow-start.ts";

/** Starts a workflow unless it is running; returns whether it did. Rejects if Temporal does not answer. */
export type StartMissing = (wanted: WorkflowStart) => Promise<boolean>;

/**
 * Starts the expected workflow if none is running, for example after Temporal lost its database, so that a
 * requested retry need not wait for the sweep. Returns whether it did; SERVICE_UNAVAILABLE if that is unknown.
 */
export async function restartWorkflow(startMissing: StartMissing, wanted: WorkflowStart): Promise<boolean> {
  try {
    return await startMissing(wanted);
  } catch (error) {
    throw unavailable("Temporal cannot report the workflow's state: retry later", { cause: error });
  }
}
