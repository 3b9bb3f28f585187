import { describe, expect, test } from "@jest/globals";
import { connect } from "node:net";
import { startProductForFile } from "./support/product-for-file.ts";
import { wholePaths } from "../dev/fuzz/whole-paths.ts";

const product = await startProductForFile();
const customer = await product.signIn("customer");

const LAST = "OPTIONS /api/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

/**
 * The statuses received, and whether the server closed the connection before a last request, which is sent
 * after the first response.
 */
async function statusesOf(request: string): Promise<{ statuses: number[]; isClosed: boolean }> {
  const socket = connect(product.config.PORT, "127.0.0.1").setEncoding("latin1");
  let text = "";
  socket.on("data", (part: string) => (text += part)).on("error", () => undefined);
  socket.once("data", () => socket.write(LAST)).write(request, "latin1");
  // Not `once`, which would fail for a connection that is reset.
  await new Promise((resolve) => socket.on("close", resolve));
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  const isClosed = statuses.at(-1) !== 204;
  return { statuses: isClosed ? statuses : statuses.slice(0, -1), isClosed };
}

const SMUGGLED = "GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n";
const post = (...headers: string[]) =>
  ["POST /api/v1/auth/login HTTP/1.1", "Host: x", "Content-Type: application/json", ...headers, "", ""].join(
    "\r\n",
  );

describe("an ambiguously framed request", () => {
  test.each([
    ["length and chunks", post("Content-Length: 4", "Transfer-Encoding: chunked") + `0\r\n\r\n${SMUGGLED}`],
    ["chunks and length", post("Transfer-Encoding: chunked", "Content-Length: 4") + `0\r\n\r\n${SMUGGLED}`],
    ["two lengths", post("Content-Length: 0", `Content-Length: ${SMUGGLED.length}`) + SMUGGLED],
    ["a list of lengths", post(`Content-Length: 0, ${SMUGGLED.length}`) + SMUGGLED],
    ["a signed length", post("Content-Length: +0") + SMUGGLED],
    ["a length in hex", post("Content-Length: 0x0") + SMUGGLED],
    ["a negative length", post("Content-Length: -1") + SMUGGLED],
    ["an unknown encoding", post("Transfer-Encoding: xchunked") + `0\r\n\r\n${SMUGGLED}`],
    ["chunks within another encoding", post("Transfer-Encoding: chunked, identity") + `0\r\n\r\n${SMUGGLED}`],
    [
      "two encodings",
      post("Transfer-Encoding: chunked", "Transfer-Encoding: identity") + `0\r\n\r\n${SMUGGLED}`,
    ],
    ["a space before the colon", post("Transfer-Encoding : chunked") + `0\r\n\r\n${SMUGGLED}`],
    ["a folded header", post("Transfer-Encoding:", " chunked") + `0\r\n\r\n${SMUGGLED}`],
    ["a folded value", post("X-A: a", " b", "Content-Length: 0") + SMUGGLED],
    ["an invalid chunk size", post("Transfer-Encoding: chunked") + `0x0\r\n\r\n${SMUGGLED}`],
    [
      "a chunk size that overflows",
      post("Transfer-Encoding: chunked") + `10000000000000000\r\n\r\n${SMUGGLED}`,
    ],
    ["a chunk longer than declared", post("Transfer-Encoding: chunked") + `1\r\nab\r\n0\r\n\r\n${SMUGGLED}`],
    ["a chunk that ends with LF alone", post("Transfer-Encoding: chunked") + `0\n\n${SMUGGLED}`],
    ["lines that end with LF alone", `POST / HTTP/1.1\nHost: x\nContent-Length: 0\n\n${SMUGGLED}`],
    ["a CR alone in a header", post("X-A: a\rTransfer-Encoding: chunked") + `0\r\n\r\n${SMUGGLED}`],
    ["a NUL in a header", post("X-A: a\0b") + SMUGGLED],
    ["no name before the colon", post(": a") + SMUGGLED],
    ["an unknown version", `GET / HTTP/9.9\r\nHost: x\r\n\r\n${SMUGGLED}`],
  ])("%s: is refused, the connection closes, and nothing after it is answered", async (_what, request) => {
    const { statuses, isClosed } = await statusesOf(request);
    expect(statuses.length).toBeLessThanOrEqual(1);
    for (const status of statuses) expect([400, 501, 505]).toContain(status);
    expect(isClosed).toBe(true);
  });
});

describe("an unusual request", () => {
  test("with headers that are too large is refused with 431", async () => {
    const { statuses, isClosed } = await statusesOf(post(`X-A: ${"a".repeat(100_000)}`));
    expect([statuses, isClosed]).toEqual([[431], true]);
  });

  test("with an absolute URL is answered by this server only", async () => {
    const { statuses } = await statusesOf(
      "GET http://169.254.169.254/api/health HTTP/1.1\r\nHost: x\r\n\r\n",
    );
    expect(statuses).toHaveLength(1);
    expect([200, 400, 404]).toContain(statuses[0]);
  });

  test.each(["CONNECT 127.0.0.1:80", "TRACE /api/health", "PROPFIND /api/health", "GET *"])(
    "%s does nothing",
    async (line) => {
      const { statuses } = await statusesOf(`${line} HTTP/1.1\r\nHost: x\r\n\r\n`);
      for (const status of statuses) expect([400, 404, 405]).toContain(status);
    },
  );

  test("with an unsupported upgrade is not upgraded", async () => {
    const upgrade = "Connection: Upgrade\r\nUpgrade: h2c\r\n";
    const { statuses } = await statusesOf(`GET /api/health HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n`);
    expect(statuses).toEqual([200]);
  });
});

describe("every path", () => {
  const pathsOf = async (): Promise<[string, string[]][]> => {
    const { body } = await product.anonymous.get("/openapi.json");
    // The search service has its own routes and does not run here.
    const ours = Object.entries(wholePaths<object>(body)).filter(([path]) => !path.includes("/retrieval/"));
    return ours.map(([path, methods]) => [
      path.replaceAll(/\{\w+\}/g, "01981d4e-7c1b-7d3a-9f1e-3a5b6c7d8e9f"),
      Object.keys(methods),
    ]);
  };

  test("answers OPTIONS with its methods, and HEAD if it has GET, without a body", async () => {
    for (const [path, methods] of await pathsOf()) {
      const options = await customer.fetch(path, { method: "OPTIONS" });
      expect([path, options.status]).toEqual([path, 204]);
      const allowed = options.headers.get("allow")!.toLowerCase().split(", ");
      expect(allowed).toEqual(expect.arrayContaining(methods));
      const head = await customer.fetch(path, { method: "HEAD", redirect: "manual" });
      expect([path, await head.text()]).toEqual([path, ""]);
      if (!methods.includes("get")) expect([path, head.status]).toEqual([path, 405]);
      else expect([path, head.status < 500 || head.status === 503]).toEqual([path, true]);
    }
  });
});
