import type { RequestListener } from "node:http";
import type { Logger } from "../logger.ts";
import { startMetrics } from "../metrics.ts";
import { runServer, type RunningServer, type ServerAddress } from "../web/run-server.ts";

export interface ServeOptions extends ServerAddress {
  metricsPort: number;
}

/** Serves an app together with its metrics. */
export async function serveMeasured(
  app: RequestListener,
  { metricsPort, ...address }: ServeOptions,
  logger: Logger,
): Promise<RunningServer> {
  const metrics = await startMetrics({ host: address.host, port: metricsPort }, logger);
  const server = await runServer(metrics.measure(app), address, logger);
  const stop = async (): Promise<void> => {
    await server.stop();
    await metrics.stop();
  };
  return { port: server.port, stop };
}
