/** Failed background work of the service. */
export const workflows = {
  workflows: {
    title: "Failed workflows",
    hint: "Background work that failed, newest first. Most failures are retried automatically; these are not.",
    workflow: "Workflow",
    failure: "Cause",
    closed: "Failed",
    status: "Status",
    which: "Which workflows",
    failed: "Failed",
    terminated: "Terminated",
    retry: "Retry",
    retried: "Retried",
    isRetried: "Started again: {{what}}",
    inTemporal: "Open in the Temporal UI",
    unknown: "Unknown",
    none: "No failed workflows",
    noneHint: "Everything the service started has succeeded or is still running.",
    older: "Older ones",
    newest: "Newest ones",
  },
  workflowStatus: { failed: "Failed", timed_out: "Timed out", terminated: "Terminated" },
};
