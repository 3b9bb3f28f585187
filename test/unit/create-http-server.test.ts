import { afterEach, describe, expect, test } from "@jest/globals";
import { once } from "node:events";
import type { RequestListener, Server } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { createHttpServer, type HttpServerOptions } from "../../platform/web/create-http-server.ts";
import { sendRaw } from "../support/raw-http.ts";

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function serve(listener: RequestListener, options: HttpServerOptions = {}): Promise<number> {
  const server = createHttpServer(listener, options).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

const POST = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
const NO_CHUNK = "no chunk\r\n";
const SLOW_MESSAGE = "The request body arrived too slowly";
const QUICK = { headersTimeout: 50, requestTimeout: 50, connectionsCheckingInterval: 20 };
const readAll: RequestListener = (request, response) =>
  request.resume().on("end", () => response.end("read"));

const errorIn = (text: string) => (JSON.parse(text) as { error: { message: string; details: object } }).error;

test.each([
  ["headers", 408, "POST / HTTP/1.1\r\nHost:"],
  ["a body", 408, `${POST}1\r\na\r\n`],
])("%s that never ends is refused", async (_what, status, request) => {
  const answer = await sendRaw(await serve(readAll, QUICK), request);
  expect([answer?.status, errorIn(answer!.text).message]).toEqual([
    status,
    "The request took too long to arrive",
  ]);
});

test("a body that becomes invalid is refused with the reason", async () => {
  const answer = await sendRaw(await serve(readAll), POST + NO_CHUNK);
  expect(answer?.status).toBe(400);
  expect(errorIn(answer!.text).details).toEqual({
    field: "request",
    error: "Invalid character in chunk size",
  });
});

test("endless chunk extensions are refused", async () => {
  const answer = await sendRaw(await serve(readAll), `${POST}1;${"x".repeat(20_000)}\r\na\r\n`);
  expect(answer?.status).toBe(413);
});

test("nothing is written into a response that has begun", async () => {
  const port = await serve((_request, response) => void response.writeHead(200).write("begun"));
  const answer = await sendRaw(port, POST + NO_CHUNK);
  expect(answer?.text ?? "").not.toContain("VALIDATION_ERROR");
});

test("garbage after a request is not mistaken for its response", async () => {
  const port = await serve(() => undefined);
  expect(await sendRaw(port, "GET / HTTP/1.1\r\nHost: x\r\n\r\nnonsense\r\n\r\n")).toBeNull();
});

describe("a body that arrives slowly", () => {
  const slowest = { everyMs: 100, bytesPerSecond: 1_000 };
  const body = (length: number) => `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`;

  /** Sends a little every few milliseconds until the connection is closed. */
  async function trickle(port: number, head: string, piece: string, everyMs: number): Promise<string> {
    const socket = connect(port, "127.0.0.1").setEncoding("utf8");
    let answer = "";
    socket.on("data", (text: string) => (answer += text)).on("error", () => undefined);
    socket.write(head);
    const timer = setInterval(() => socket.write(piece), everyMs);
    // Not `once`: bytes sent after an early response may reset the connection, which is not a failure.
    await new Promise((resolve) => socket.on("close", resolve));
    clearInterval(timer);
    return answer;
  }

  test.each([
    ["with a length", body(1_000), "a"],
    ["in chunks", POST, "1\r\na\r\n"],
  ])("%s is cut with 408", async (_how, head, piece) => {
    const answer = await trickle(await serve(readAll, { slowest }), head, piece, 20);
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    expect(answer).toContain(SLOW_MESSAGE);
  });

  test("but steadily is read to the end", async () => {
    const head = body(4_000).replace("Host", "Connection: close\r\nHost");
    const answer = await trickle(await serve(readAll, { slowest }), head, "a".repeat(100), 20);
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
  });

  test("because no one reads it is not the sender's fault", async () => {
    const late: RequestListener = (request, response) =>
      void setTimeout(() => readAll(request, response), 350);
    const head = body(3).replace("Host", "Connection: close\r\nHost");
    const socket = connect(await serve(late, { slowest }), "127.0.0.1").setEncoding("utf8");
    let answer = "";
    socket.on("data", (text: string) => (answer += text)).write(head);
    setTimeout(() => socket.write("abc"), 250);
    await once(socket, "close");
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
  });

  test("does not end a response that does not depend on it", async () => {
    const early: RequestListener = (_request, response) => void response.writeHead(403).end("no");
    const answer = await trickle(await serve(early, { slowest }), body(1_000), "a", 20);
    expect(answer).toMatch(/^HTTP\/1.1 403 /);
  });
});

const unread: RequestListener = (_request, response) => void response.writeHead(413).end("no");
/** Like a parser that stops reading when the body is too large. */
const halfRead: RequestListener = (request, response) =>
  void request.once("data", () => {
    request.pause();
    response.writeHead(413).end("no");
  });

test.each([
  ["before the body", unread, 0],
  ["in the middle of it", halfRead, 100],
])("a connection continues after a response that came %s", async (_when, early, first) => {
  const socket = connect(await serve(early, { lingerMs: 100 }), "127.0.0.1").setEncoding("utf8");
  const body = "a".repeat(1_100_000);
  let answers = "";
  socket.on("data", (text: string) => (answers += text));
  const answered = () => answers.match(/HTTP\/1.1 413/g)?.length ?? 0;
  for (let n = 1; n <= 2; n += 1) {
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n`);
    socket.write(body.slice(0, first));
    while (answered() < n) await once(socket, "data");
    await new Promise((sent) => socket.write(body.slice(first), sent));
  }
  socket.destroy();
});

test.each([
  ["two Authorization headers", "/", "Authorization: Bearer a\r\nauthorization: Bearer b\r\n"],
  ["two Host headers", "/", "Host: y\r\n"],
  ["two keys", "/", "X-API-Key: a\r\nX-Api-Key: b\r\n"],
  ["a path that is not UTF-8", "/a%C3%28", ""],
  ["a query that is not UTF-8", "/?q=%ff", ""],
])("%s are refused", async (_what, path, headers) => {
  const request = `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;
  const answer = await sendRaw(await serve(readAll), request);
  expect([answer?.status, answer?.headers.get("connection")]).toEqual([400, "close"]);
});

test("valid UTF-8 encodings, and none at all, pass", async () => {
  const request = "GET /%C3%BC%F0%9F%98%80?q=100%&r=%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
  expect((await sendRaw(await serve(readAll), request))?.status).toBe(200);
});
