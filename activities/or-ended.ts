import { WorkflowNotFoundError } from "@temporalio/client";

/** The result of a request to a workflow, or null if there is no such workflow or it has ended. */
export const orEnded = async <T>(work: Promise<T>): Promise<T | null> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
};
