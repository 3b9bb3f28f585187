import { WorkflowExecutionAlreadyStartedError } from "@temporalio/client";

/** Starts a workflow; "already started" counts as success. Returns whether this call started it. */
export async function startOnce(start: () => Promise<unknown>): Promise<boolean> {
  try {
    await start();
    return true;
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return false;
    throw error;
  }
}
