import { NativeConnection, Runtime, type WorkflowBundleWithSourceMap } from "@temporalio/worker";
import type { Config } from "../platform/config.ts";
import type { Logger } from "../platform/logger.ts";
import { heartbeats } from "./heartbeats.ts";
import { plainFailures } from "./plain-failures.ts";
import { SharedThreadWorker } from "./shared-thread-worker.ts";
import { temporalLogger } from "./temporal-logger.ts";

const SHUTDOWN_GRACE = "30s";
/** The response to a heartbeat reports cancellation: someone may be waiting for the activity to stop. */
const HEARTBEAT_AT_MOST_EVERY = "2s";
/** Workflows of a queue kept in memory between their tasks; the others are replayed from their histories. */
const CACHED_WORKFLOWS = 200;

let runtimeInstalled = false;

/** The runtime belongs to the process, not to a worker, and can be installed once. */
export function installRuntime(logger: Logger, metricsAddress: string | null = null): void {
  if (runtimeInstalled) return;
  runtimeInstalled = true;
  // We stop the worker ourselves, after the relay and before the connections.
  Runtime.install({
    logger: temporalLogger(logger),
    shutdownSignals: [],
    telemetryOptions: {
      logging: { forward: {} },
      ...(metricsAddress === null ? {} : { metrics: { prometheus: { bindAddress: metricsAddress } } }),
    },
  });
}

type WorkerConfig = Pick<
  Config,
  "HOST" | "TEMPORAL_METRICS_PORT" | "TEMPORAL_ADDRESS" | "TEMPORAL_NAMESPACE"
>;

export interface RunningWorker {
  /** Resolves when the worker was asked to stop and its activities have ended. */
  finished: Promise<void>;
  stop(): void;
}

export interface WorkerOptions {
  config: WorkerConfig;
  activities: object;
  workflowBundle: WorkflowBundleWithSourceMap;
  taskQueue: string;
  /** Concurrent activities; parsers and the model are expensive, requests are not. */
  concurrency: number;
  logger: Logger;
}

/** A Temporal worker for one task queue. */
export async function startWorker({
  config,
  activities,
  workflowBundle,
  taskQueue,
  concurrency,
  logger,
}: WorkerOptions): Promise<RunningWorker> {
  const { HOST, TEMPORAL_METRICS_PORT: port } = config;
  installRuntime(logger, port === 0 ? null : `${HOST}:${port}`);
  const connection = await NativeConnection.connect({ address: config.TEMPORAL_ADDRESS });
  const worker = await SharedThreadWorker.create({
    connection,
    namespace: config.TEMPORAL_NAMESPACE,
    taskQueue,
    workflowBundle,
    activities,
    maxConcurrentActivityTaskExecutions: concurrency,
    maxConcurrentLocalActivityExecutions: concurrency,
    maxCachedWorkflows: CACHED_WORKFLOWS,
    shutdownGraceTime: SHUTDOWN_GRACE,
    maxHeartbeatThrottleInterval: HEARTBEAT_AT_MOST_EVERY,
    interceptors: { activity: [plainFailures(logger), heartbeats] },
  });
  const finished = worker.run().finally(() => connection.close());
  return { finished, stop: () => worker.shutdown() };
}
