import type { Client } from "@temporalio/client";
import { withDeadline } from "../platform/temporal/temporal.ts";

/**
 * Which of these workflows are running, in one request. Temporal's list is updated with a delay and, where it
 * has its own database, may survive the loss of the main one: for important decisions, query the workflow
 * itself.
 */
export const listRunning = (temporal: Client, workflowIds: readonly string[]): Promise<Set<string>> =>
  withDeadline(temporal, async () => {
    const running = new Set<string>();
    if (workflowIds.length === 0) return running;
    const ids = workflowIds.map((id) => `"${id}"`).join(", ");
    const query = `ExecutionStatus = "Running" AND WorkflowId IN (${ids})`;
    for await (const { workflowId } of temporal.workflow.list({ query })) running.add(workflowId);
    return running;
  });
