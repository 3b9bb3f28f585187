/** What the service works at in the background, where it failed. */
export const workflows = {
  workflows: {
    title: "Failed workflows",
    hint: "What the service does in the background, newest first. Most of it is retried by itself; what is listed here is not.",
    workflow: "Workflow",
    failure: "Why",
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
    noneHint: "Everything the service started has ended well, or still runs.",
    older: "Older ones",
    newest: "Newest ones",
  },
  workflowStatus: { failed: "Failed", timed_out: "Timed out", terminated: "Terminated" },
};
