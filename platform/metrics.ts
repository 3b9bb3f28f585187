import type { RequestListener, ServerResponse } from "node:http";
import { Counter, Histogram, Registry, collectDefaultMetrics } from "prom-client";
import type { Logger } from "./logger.ts";
import { runServer } from "./web/run-server.ts";

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
/** One label for all unknown paths and all requests refused before routing. */
const NO_ROUTE = "none";

export interface Metrics {
  /** Counts and times the responses of the listener. */
  measure(listener: RequestListener): RequestListener;
  stop(): Promise<void>;
}

/**
 * Properties that Express sets on request and response. Labels derive from these only, never from the URL.
 */
interface Routed {
  route?: { path: string };
}
interface Named {
  locals?: { route?: string };
}

const labelsOf = (request: object, response: ServerResponse & Named, method = "") => ({
  method,
  route: response.locals?.route ?? (request as Routed).route?.path ?? NO_ROUTE,
  status: response.writableFinished ? String(response.statusCode) : "aborted",
});

function createMeasure(registry: Registry): Metrics["measure"] {
  const labelNames = ["method", "route", "status"] as const;
  const common = { labelNames, registers: [registry] };
  const requests = new Counter({ ...common, name: "http_requests_total", help: "Requests answered" });
  const durations = new Histogram({
    ...common,
    name: "http_request_duration_seconds",
    help: "Time from a request's headers to the last byte of its answer",
    buckets: SECONDS,
  });
  return (listener) => (request, response) => {
    const elapsed = durations.startTimer();
    response.once("close", () => {
      const labels = labelsOf(request, response, request.method);
      requests.inc(labels);
      elapsed(labels);
    });
    listener(request, response);
  };
}

const answerWith =
  (registry: Registry, logger: Logger): RequestListener =>
  async (request, response) => {
    if (request.method !== "GET" || request.url?.split("?")[0] !== "/metrics")
      return void response.writeHead(404).end();
    try {
      const text = await registry.metrics();
      response
        .writeHead(200, { "Content-Type": registry.contentType, "Cache-Control": "no-store" })
        .end(text);
    } catch (err) {
      logger.error({ err }, "The metrics could not be collected");
      response.writeHead(500).end();
    }
  };

const OFF: Metrics = { measure: (listener) => listener, stop: async () => undefined };

/**
 * The metrics of this process for Prometheus: `GET /metrics` on a separate port, and nothing else. Port 0
 * turns it off.
 */
export async function startMetrics(
  { port, host }: { port: number; host: string },
  logger: Logger,
): Promise<Metrics> {
  if (port === 0) return OFF;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const server = await runServer(answerWith(registry, logger), { port, host }, logger);
  logger.info({ port: server.port }, "metrics are served");
  return { measure: createMeasure(registry), stop: () => server.stop() };
}
