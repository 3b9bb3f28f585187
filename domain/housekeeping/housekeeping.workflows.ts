import type { WorkflowDefinitions } from "../events/workflow-definition.ts";

export const housekeepingWorkflows = {
  housekeeping: {
    summary: "Remove expired rows, and files without a row",
    lane: "quick",
    // The next run of the schedule does the same.
    retryable: false,
  },
} satisfies WorkflowDefinitions;
