import { setTimeout as sleep } from "node:timers/promises";
import { Client, Connection, defaultGrpcRetryOptions, makeGrpcRetryInterceptor } from "@temporalio/client";
import type { Config } from "../config.ts";

const TIMEOUT_MS = 5_000;
/** gRPC waits ever longer between attempts to connect: by default, up to two minutes after a long outage. */
const MAX_RECONNECT_MS = 2_000;

export interface TemporalClient {
  client: Client;
  close(): Promise<void>;
}

/** Calls Temporal; those that take longer than 5 s are rejected. */
export const withDeadline = <T>(client: Client, call: () => Promise<T>): Promise<T> =>
  client.withDeadline(Date.now() + TIMEOUT_MS, call);

/**
 * The retries of the SDK, which end with the client: one that is due after the connection was closed throws where
 * nothing catches it, and ends the process.
 */
function createRetries() {
  const { retryableDecider, delayFunction } = defaultGrpcRetryOptions();
  let isClosed = false;
  let lastAt = 0;
  const interceptor = makeGrpcRetryInterceptor({
    retryableDecider: (attempt, status) => !isClosed && retryableDecider(attempt, status),
    delayFunction(attempt, status) {
      const delayMs = delayFunction(attempt, status);
      lastAt = Math.max(lastAt, performance.now() + delayMs);
      return delayMs;
    },
  });
  return {
    interceptor,
    /** Settles when no retry is pending. */
    async end(): Promise<void> {
      isClosed = true;
      for (let left = lastAt - performance.now(); left > 0; left = lastAt - performance.now())
        await sleep(left + 1);
    },
  };
}

/**
 * A lazy client: it can be created while Temporal is unavailable, and each call has a deadline. This lets
 * uploads succeed without Temporal.
 */
export function createTemporalClient(
  config: Pick<Config, "TEMPORAL_ADDRESS" | "TEMPORAL_NAMESPACE">,
): TemporalClient {
  const retries = createRetries();
  const connection = Connection.lazy({
    address: config.TEMPORAL_ADDRESS,
    connectTimeout: TIMEOUT_MS,
    interceptors: [retries.interceptor],
    channelArgs: { "grpc.max_reconnect_backoff_ms": MAX_RECONNECT_MS },
  });
  const client = new Client({ connection, namespace: config.TEMPORAL_NAMESPACE });
  return {
    client,
    async close() {
      await retries.end();
      await connection.close();
    },
  };
}
