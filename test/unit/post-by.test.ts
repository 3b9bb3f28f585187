import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import { Agent } from "undici";
import { serveLocally, type LocalServer } from "../../testkit/serve-locally.ts";
import { TooLateError, postBy } from "../../platform/http/post-by.ts";

let server: LocalServer;
let agent: Agent;
let url: URL;
let listener: RequestListener;

beforeEach(async () => {
  server = await serveLocally((request, response) => listener(request, response));
  url = new URL("/hook?a=%20b", server.url);
  agent = new Agent();
});
afterEach(async () => {
  await server.stop();
  await agent.destroy();
});

const post = (more: Partial<Parameters<typeof postBy>[2]> = {}) =>
  postBy(agent, url, { headers: { "x-a": "b" }, body: "ü", timeoutMs: 10_000, maxBytes: 10, ...more });
const answering =
  (body: string): RequestListener =>
  (_request, response) =>
    response.writeHead(200).end(body);

describe("a POST", () => {
  test("sends path, query, headers and body, and returns status, headers and bytes", async () => {
    const sent: unknown[] = [];
    listener = (request, response) =>
      void text(request).then((body) => {
        sent.push(request.method, request.url, request.headers["x-a"], body);
        response.writeHead(418, { "x-c": "d" }).end("short");
      });
    const { status, headers, bytes } = await post();
    expect(sent).toEqual(["POST", "/hook?a=%20b", "b", "ü"]);
    expect([status, headers["x-c"], bytes.toString()]).toEqual([418, "d", "short"]);
  });

  test.each([
    ["nothing", "", ""],
    ["as much as the limit", "0123456789", "0123456789"],
    ["more than the limit", "0123456789a", "0123456789"],
    ["far more than the limit", "0".repeat(1_000_000), "0000000000"],
  ])("returns at most the limit of an answer: %s", async (_what, body, kept) => {
    listener = answering(body);
    expect((await post()).bytes.toString()).toBe(kept);
  });

  test("follows no redirect", async () => {
    listener = (_request, response) => response.writeHead(302, { location: url.href }).end();
    expect((await post()).status).toBe(302);
  });

  test("returns the final status, not an informational one", async () => {
    listener = (_request, response) => {
      response.writeEarlyHints({ link: "</a>; rel=preload" });
      response.writeHead(201).end();
    };
    expect((await post()).status).toBe(201);
  });
});

describe("a POST fails", () => {
  test.each<[string, RequestListener]>([
    ["no answer", () => undefined],
    ["an answer that does not end", (_request, response) => void response.writeHead(200).write("a")],
  ])("with TooLateError after %s in time", async (_what, hanging) => {
    listener = hanging;
    await expect(post({ timeoutMs: 40 })).rejects.toBeInstanceOf(TooLateError);
  });

  test("when the connection ends before the answer", async () => {
    listener = (request) => request.socket.destroy();
    await expect(post()).rejects.toMatchObject({ code: "UND_ERR_SOCKET" });
  });

  test("when no one listens", async () => {
    await server.stop();
    await expect(post()).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });
});
