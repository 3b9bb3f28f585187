import { Client, Connection } from "@temporalio/client";
import type { Config } from "../config.ts";

export const TEMPORAL_TIMEOUT_MS = 5_000;

export interface TemporalClient {
  client: Client;
  close(): Promise<void>;
}

/**
 * A lazy client: it can be created while Temporal is unavailable, and each call has a deadline. This lets
 * uploads succeed without Temporal.
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
