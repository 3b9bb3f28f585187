import type { WorkflowHandle } from "@temporalio/client";

/** What Temporal answered, readable: also what was passed in and out, which it keeps as base64. */
function readable(answer: unknown): string {
  const plain: unknown = JSON.parse(JSON.stringify(answer));
  return JSON.stringify(plain, (key, value: unknown) =>
    key === "data" && typeof value === "string" ? Buffer.from(value, "base64").toString() : value,
  );
}

/** Everything that the history of a workflow holds. */
export const historyText = async (workflow: WorkflowHandle): Promise<string> =>
  readable(await workflow.fetchHistory());

/** What else Temporal tells of it: memo, search attributes, and heartbeats and failures of activities under way. */
export const descriptionText = async (workflow: WorkflowHandle): Promise<string> =>
  readable((await workflow.describe()).raw);
