import type { Client } from "@temporalio/client";

const PATIENCE_MS = 1_500;

/**
 * Resolves if Temporal and its database answer: the server describes itself without its database, but a namespace only
 * with it.
 */
export const checkTemporal = (client: Client): Promise<void> =>
  client.withDeadline(Date.now() + PATIENCE_MS, async () => {
    const { namespace } = client.options;
    await client.workflowService.describeNamespace({ namespace });
  });
