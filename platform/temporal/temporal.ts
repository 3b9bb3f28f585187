import { Client, Connection } from "@temporalio/client";
import type { Config } from "../config.ts";

const TIMEOUT_MS = 5_000;

export interface TemporalClient {
  client: Client;
  close(): Promise<void>;
}

/** Calls Temporal; those that take longer than 5 s are rejected. */
export const withDeadline = <T>(client: Client, call: () => Promise<T>): Promise<T> =>
  client.withDeadline(Date.now() + TIMEOUT_MS, call);

/**
 * A lazy client: it can be created while Temporal is unavailable, and each call has a deadline. This lets
 * uploads succeed without Temporal.
 */
export function createTemporalClient(
  config: Pick<Config, "TEMPORAL_ADDRESS" | "TEMPORAL_NAMESPACE">,
): TemporalClient {
  const connection = Connection.lazy({
    address: config.TEMPORAL_ADDRESS,
    connectTimeout: TIMEOUT_MS,
  });
  const client = new Client({ connection, namespace: config.TEMPORAL_NAMESPACE });
  return { client, close: () => connection.close() };
}
