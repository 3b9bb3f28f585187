import type { WorkflowDefinitions } from "../events/workflow-definition.ts";

export const scoreSnapshotWorkflows = {
  snapshotScores: {
    summary: "Store a daily snapshot of scores",
    lane: "quick",
    // The next run of the schedule does the same.
    retryable: false,
  },
} satisfies WorkflowDefinitions;
