import type { WorkflowHandle } from "@temporalio/client";

/** Everything that the history of a workflow holds, readable: also what was passed in and out, which it keeps as base64. */
export async function historyText(workflow: WorkflowHandle): Promise<string> {
  const history: unknown = JSON.parse(JSON.stringify(await workflow.fetchHistory()));
  return JSON.stringify(history, (key, value: unknown) =>
    key === "data" && typeof value === "string" ? Buffer.from(value, "base64").toString() : value,
  );
}
