import { expect, test } from "@jest/globals";
import { once } from "node:events";
import { connect } from "node:net";
import { startWorkerProcess } from "../testkit/worker-process.ts";
import { freePort } from "../testkit/free-port.ts";
import { waitFor } from "./support/wait-for.ts";
import { startProductForFile } from "./support/product-for-file.ts";

const PORTS = ["METRICS_PORT", "RETRIEVAL_METRICS_PORT", "WORKER_METRICS_PORT"] as const;
type PortName = (typeof PORTS)[number];

const environment: Record<string, string> = {};
for (const name of PORTS) environment[name] = String(await freePort());
const product = await startProductForFile({ parts: ["retrieval", "worker"], environment });
const customer = await product.signIn("customer");

const fetchFrom = (name: PortName, path: string, init?: RequestInit) =>
  fetch(`http://127.0.0.1:${product.config[name]}${path}`, init);
const metricsOf = async (name: PortName): Promise<string> => (await fetchFrom(name, "/metrics")).text();
/** The value of a series with the given labels; 0 if nothing was counted. */
const valueOf = (text: string, series: string): number => {
  const line = text.split("\n").find((candidate) => candidate.startsWith(`${series} `));
  return line === undefined ? 0 : Number(line.slice(series.length));
};
const labels = (method: string, route: string, status: number): string =>
  `{method="${method}",route="${route}",status="${status}"}`;

/** A request is counted once its response has been sent, so the caller may see the response earlier. */
const counted = (name: PortName, series: string, times: number) =>
  waitFor(
    async () => valueOf(await metricsOf(name), series),
    (value) => value === times,
  );

test("requests are counted and timed by method, route and status", async () => {
  const { id } = (await customer.send("POST", "/api/v1/projects", { name: "P", framework: "soc2" })).data;
  for (let n = 0; n < 3; n++) await customer.get(`/api/v1/projects/${id}`);
  await customer.get("/api/v1/projects/01a1fdb9-0000-7000-8000-000000000000");
  await customer.send("DELETE", "/api/v1/projects");
  const expected: [string, string, number, number][] = [
    ["POST", "/api/v1/projects", 201, 1],
    ["GET", "/api/v1/projects/:id", 200, 3],
    ["GET", "/api/v1/projects/:id", 404, 1],
    ["DELETE", "/api/v1/projects", 405, 1],
  ];
  for (const [method, route, status, times] of expected) {
    const series = labels(method, route, status);
    await counted("METRICS_PORT", `http_requests_total${series}`, times);
    const text = await metricsOf("METRICS_PORT");
    expect(valueOf(text, `http_request_duration_seconds_count${series}`)).toBe(times);
    expect(valueOf(text, `http_request_duration_seconds_sum${series}`)).toBeGreaterThan(0);
  }
  expect(await metricsOf("METRICS_PORT")).not.toContain(id);
});

test("invented paths do not become labels", async () => {
  for (const path of ["/made/up", "/api/v1/made-up", "/docs/made-up", "/DOCS/made-up"])
    await customer.get(path).catch(() => undefined);
  await counted("METRICS_PORT", `http_requests_total${labels("GET", "none", 404)}`, 2);
  const text = await metricsOf("METRICS_PORT");
  expect(text).toContain('route="/docs/*"');
  expect(text).not.toMatch(/made/i);
  expect(text).not.toContain("DOCS");
});

/** Starts to sign in and disconnects before the body is complete. */
async function hangUp(): Promise<void> {
  const socket = connect(product.config.PORT, "127.0.0.1");
  await once(socket, "connect");
  socket.write("POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n");
  socket.write("Content-Length: 100\r\nExpect: 100-continue\r\n\r\n{");
  await once(socket, "data");
  // A later request has been answered: the first one has reached its route.
  await product.anonymous.send("POST", "/api/v1/auth/login", {});
  socket.destroy();
}

test("a caller who disconnects is counted as aborted", async () => {
  const series = '{method="POST",route="/api/v1/auth/login",status="aborted"}';
  // On a busy machine, the first caller may disconnect before that.
  const attempt = async (): Promise<number> => {
    await hangUp();
    return valueOf(await metricsOf("METRICS_PORT"), `http_requests_total${series}`);
  };
  await waitFor(attempt, (times) => times > 0);
});

test("a search is counted by the API that forwards it and by the service that answers it", async () => {
  await customer.send("POST", "/api/v1/retrieval/search", {});
  await counted("METRICS_PORT", `http_requests_total${labels("POST", "/api/v1/retrieval/*", 400)}`, 1);
  await counted("RETRIEVAL_METRICS_PORT", `http_requests_total${labels("POST", "/search", 400)}`, 1);
});

test.each(PORTS)("%s reports the process, and serves nothing else", async (name) => {
  const response = await fetchFrom(name, "/metrics");
  expect([response.status, response.headers.get("content-type")]).toEqual([
    200,
    "text/plain; version=0.0.4; charset=utf-8",
  ]);
  expect(valueOf(await response.text(), "process_resident_memory_bytes")).toBeGreaterThan(0);
  for (const path of ["/", "/metrics/x", "/api/health", "/health"])
    expect((await fetchFrom(name, path)).status).toBe(404);
  expect((await fetchFrom(name, "/metrics", { method: "POST" })).status).toBe(404);
});

// Temporal's runtime is configured once per process, so this worker has its own.
test("TEMPORAL_METRICS_PORT reports the worker's Temporal SDK", async () => {
  const port = await freePort();
  const worker = await startWorkerProcess({ ...product.config, TEMPORAL_METRICS_PORT: port });
  try {
    await waitFor(
      async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text(),
      (text) => text.includes("temporal_worker_start"),
    );
  } finally {
    await worker.stop();
  }
});

test("the product's ports have no metrics", async () => {
  for (const port of [product.config.PORT, product.config.RETRIEVAL_PORT])
    expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(404);
});
