import { Client, Connection } from "@temporalio/client";
import type { Config } from "./config.ts";

export const TEMPORAL_TIMEOUT_MS = 5_000;

export interface TemporalClient {
  client: Client;
  close(): Promise<void>;
}

/**
 * A lazy client: it is made even while Temporal is away, and each call has a deadline.
 * That is what lets an upload succeed with Temporal down.
 */
export function createTemporalClient(
  config: Pick<Config, "TEMPORAL_ADDRESS" | "TEMPORAL_NAMESPACE">,
): TemporalClient {
  const connection = Connection.lazy({
    address: config.TEMPORAL_ADDRESS,
    connectTimeout: TEMPORAL_TIMEOUT_MS,
  });
  const client = new Client({ connection, namespace: config.TEMPORAL_NAMESPACE });
  return { client, close: () => connection.close() };
}
