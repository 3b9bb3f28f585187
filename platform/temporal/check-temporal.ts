import type { Client } from "@temporalio/client";

const PATIENCE_MS = 1_500;

/**
 * Resolves if Temporal and its database answer: without its database, the server can describe itself but not a
 * namespace.
 */
export const checkTemporal = (client: Client): Promise<void> =>
  client.withDeadline(Date.now() + PATIENCE_MS, async () => {
    const { namespace } = client.options;
    await client.workflowService.describeNamespace({ namespace });
  });
