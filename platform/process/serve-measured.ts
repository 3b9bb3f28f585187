import type { RequestListener } from "node:http";
import type { Logger } from "../logger.ts";
import { startMetrics } from "../metrics.ts";
import { runServer, type RunningServer } from "../web/run-server.ts";

export interface ServeOptions {
  host: string;
  port: number;
  metricsPort: number;
}

/** Serves an app together with its metrics. */
export async function serveMeasured(
  app: RequestListener,
  { host, port, metricsPort }: ServeOptions,
  logger: Logger,
): Promise<RunningServer> {
  const metrics = await startMetrics({ host, port: metricsPort }, logger);
  const server = await runServer(metrics.measure(app), { host, port });
  const stop = async (): Promise<void> => {
    await server.stop();
    await metrics.stop();
  };
  return { port: server.port, stop };
}
