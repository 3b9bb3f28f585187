import { WorkflowNotFoundError } from "@temporalio/client";

/** What was asked of a workflow, or null when there is none such, or it has ended. */
export const orGone = async <T>(work: Promise<T>): Promise<T | null> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
};
