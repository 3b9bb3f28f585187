import type { WorkflowHandle } from "@temporalio/client";

/** Temporal's response in readable form, including arguments and results, which it stores as base64. */
function readable(answer: unknown): string {
  const plain: unknown = JSON.parse(JSON.stringify(answer));
  return JSON.stringify(plain, (key, value: unknown) =>
    key === "data" && typeof value === "string" ? Buffer.from(value, "base64").toString() : value,
  );
}

/** The whole content of a workflow's history. */
export const historyText = async (workflow: WorkflowHandle): Promise<string> =>
  readable(await workflow.fetchHistory());

/**
 * Temporal's other data of it: memo, search attributes, and heartbeats and failures of running activities.
 */
export const descriptionText = async (workflow: WorkflowHandle): Promise<string> =>
  readable((await workflow.describe()).raw);
