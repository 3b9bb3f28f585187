import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { freePort } from "../testkit/free-port.ts";
import { createApiClient } from "./support/api-client.ts";
import { startApiProcess } from "./support/api-process.ts";
import { startEvidenceProject } from "./support/evidence-project.ts";
import { waitFor } from "./support/wait-for.ts";

const { product, customer, fields, pdf } = await startEvidenceProject();
/** The process serves a third of the handles it does not need itself: 52 connections. */
const HANDLES = 256;
const SERVED = 52;
let limited: { url: string; stop(): Promise<void> };
let port: number;

beforeAll(async () => {
  port = await freePort();
  limited = await startApiProcess(product.config, port, { handles: HANDLES });
});
afterAll(() => limited.stop());

const idle: Socket[] = [];
afterEach(() => {
  for (const socket of idle.splice(0)) socket.destroy();
});

/** Sends the start of a request that never ends, to hold the connection; adds what is received. */
function hold(answers: string[]): Socket {
  const socket = connect(port, "127.0.0.1").setEncoding("utf8");
  const head = ["POST /api/v1/auth/login HTTP/1.1", "Host: x", "Content-Type: application/json"];
  socket.write(`${head.join("\r\n")}\r\nContent-Length: 1000\r\n\r\n{`);
  socket.once("data", (text: string) => answers.push(text));
  return socket.on("error", () => undefined);
}

test("connections beyond the file handles are answered 503, and later ones are served again", async () => {
  const refused: string[] = [];
  const sockets = Array.from({ length: SERVED + 40 }, () => hold(refused));
  await waitFor(
    async () => refused.length,
    (count) => count >= 40,
  );
  // Connections are accepted in order: when this one is refused, all before it were served or refused.
  const last: string[] = [];
  sockets.push(hold(last));
  await waitFor(
    async () => last.length,
    (count) => count === 1,
  );
  // The connection with which the test checked readiness may be among those served.
  expect(refused.length).toBeLessThan(45);
  for (const answer of refused) {
    expect(answer).toMatch(/^HTTP\/1.1 503 Service Unavailable\r\n/);
    expect(answer).toContain("\r\nRetry-After: 1\r\n");
    expect(answer).toContain("\r\nConnection: close\r\n");
    expect(answer).toContain('"code":"SERVICE_UNAVAILABLE"');
  }
  for (const socket of sockets) socket.destroy();
  const uploader = createApiClient(limited.url, customer.token);
  await waitFor(
    async () => (await uploader.upload({ name: "a.pdf", bytes: pdf }, fields())).status,
    (status) => status === 201,
  );
});

test("idle connections close after their response, and free their handles", async () => {
  const ended = [];
  for (let i = 0; i < SERVED; i++) {
    const socket = connect(port, "127.0.0.1").setEncoding("utf8");
    socket.write("GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n");
    const [answer] = (await once(socket, "data")) as [string];
    ended.push(answer.includes("\r\nConnection: close\r\n"));
    idle.push(socket);
  }
  expect([ended[0], ended.at(-1)]).toEqual([false, true]);
  expect((await fetch(`${limited.url}/api/health`)).status).toBe(200);
});

test("every upload of a burst is answered: accepted, or 503", async () => {
  const uploader = createApiClient(limited.url, customer.token);
  const upload = async () => (await uploader.upload({ name: "a.pdf", bytes: pdf }, fields())).status;
  const statuses = await Promise.all(Array.from({ length: SERVED + 20 }, upload));
  expect(statuses.filter((status) => ![201, 503].includes(status))).toEqual([]);
  expect(statuses).toContain(201);
});
