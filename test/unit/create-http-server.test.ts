import { afterEach, expect, test } from "@jest/globals";
import { once } from "node:events";
import type { RequestListener, Server, ServerOptions } from "node:http";
import type { AddressInfo } from "node:net";
import { createHttpServer } from "../../platform/web/create-http-server.ts";
import { sendRaw } from "../support/raw-http.ts";

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function serve(listener: RequestListener, options: ServerOptions = {}): Promise<number> {
  const server = createHttpServer(listener, options).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

const POST = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
const NO_CHUNK = "no chunk\r\n";
const QUICK = { headersTimeout: 50, requestTimeout: 50, connectionsCheckingInterval: 20 };
const readAll: RequestListener = (request, response) =>
  request.resume().on("end", () => response.end("read"));

test.each([
  ["headers", 408, "POST / HTTP/1.1\r\nHost:"],
  ["a body", 408, `${POST}1\r\na\r\n`],
])("%s that never ends is refused", async (_what, status, request) => {
  const answer = await sendRaw(await serve(readAll, QUICK), request);
  expect([answer?.status, JSON.parse(answer!.text).error.message]).toEqual([
    status,
    "The request took too long to arrive",
  ]);
});

test("a body that breaks off into something else is refused, with what is wrong", async () => {
  const answer = await sendRaw(await serve(readAll), POST + NO_CHUNK);
  expect(answer?.status).toBe(400);
  expect(JSON.parse(answer!.text).error.details).toEqual({
    field: "request",
    error: "Invalid character in chunk size",
  });
});

test("chunk extensions without end are refused", async () => {
  const answer = await sendRaw(await serve(readAll), `${POST}1;${"x".repeat(20_000)}\r\na\r\n`);
  expect(answer?.status).toBe(413);
});

test("an answer that has begun is not written into", async () => {
  const port = await serve((_request, response) => void response.writeHead(200).write("begun"));
  const answer = await sendRaw(port, POST + NO_CHUNK);
  expect(answer?.text ?? "").not.toContain("VALIDATION_ERROR");
});

test("nonsense behind a request is not taken for its answer", async () => {
  const port = await serve(() => undefined);
  expect(await sendRaw(port, "GET / HTTP/1.1\r\nHost: x\r\n\r\nnonsense\r\n\r\n")).toBeNull();
});
