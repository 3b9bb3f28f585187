import { describe, expect, test } from "@jest/globals";
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import express, { type Request } from "express";
import { createRetrievalClient } from "../../api/retrieval/retrieval-client.ts";
import { proxyTo } from "../../api/gateway/proxy.ts";
import { runServer, type RunningServer } from "../../platform/web/run-server.ts";
import { answerErrors } from "../../platform/web/answer-errors.ts";
import { createLogger } from "../../platform/logger.ts";
import { serveLocally } from "../../testkit/serve-locally.ts";
import { stopAfterAll } from "../support/stop-after-all.ts";
import { waitFor } from "../support/wait-for.ts";

/** A server that responds with its name and the requested path. */
const startTarget = (name: string): Promise<RunningServer> => {
  const app = express().use((req, res) => void res.json({ name, url: req.url }));
  return stopAfterAll(runServer(app, { port: 0, host: "127.0.0.1" }, logger));
};

const logged: string[] = [];
const logger = Object.assign(createLogger("test", "silent"), {
  warn: () => void logged.push("warn"),
  debug: () => void logged.push("debug"),
});

const [ours, foreign] = await Promise.all([startTarget("ours"), startTarget("foreign")]);
/** Accepts requests and never responds, like a hung process. */
const hung = await stopAfterAll(serveLocally(() => undefined));
const app = express()
  .use("/hung", proxyTo(hung.url, "hung", 1_000))
  .use("/mounted", proxyTo(`http://127.0.0.1:${ours.port}`, "ours"))
  .use(answerErrors(logger));
const gateway = await stopAfterAll(runServer(app, { port: 0, host: "127.0.0.1" }, logger));

/** Sends the request line unchanged; ordinary clients would normalize it. */
async function ask(target: string): Promise<unknown> {
  const sent = request({ host: "127.0.0.1", port: gateway.port, path: target }).end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return json(response);
}

describe("the proxy reaches our service only", () => {
  test("path and query are passed on unchanged", async () => {
    expect(await ask("/mounted/a%2Fb?d=1&d=%00")).toEqual({ name: "ours", url: "/a%2Fb?d=1&d=%00" });
  });

  test("a path that looks like another host is a path", async () => {
    const { name } = (await ask(`/mounted//127.0.0.1:${foreign.port}/x`)) as { name: string };
    expect(name).toBe("ours");
  });

  test("a request line with another host is sent to ours", async () => {
    const { name } = (await ask(`http://127.0.0.1:${foreign.port}/mounted/x`)) as { name: string };
    expect(name).toBe("ours");
  });
});

describe("a hanging service", () => {
  const SOON_MS = 15_000;

  test.each(["GET", "POST"])("is answered 503 with Retry-After: %s", async (method) => {
    const body = method === "POST" ? { body: JSON.stringify({ query: "doors" }) } : {};
    const since = performance.now();
    const answer = await fetch(`http://127.0.0.1:${gateway.port}/hung/search`, { method, ...body });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(performance.now() - since).toBeLessThan(SOON_MS);
  });

  test("is abandoned by the assistant", async () => {
    const client = createRetrievalClient(hung.url);
    const incoming = { get: () => undefined, socket: { remoteAddress: "127.0.0.1" } } as unknown as Request;
    const caller = { request: incoming, requestId: "a-request", actor: { id: "user-1" } };
    const since = performance.now();
    const search = client.search(caller, { query: "doors", projectId: "p", limit: 1 });
    await expect(search).rejects.toMatchObject({ status: 503 });
    expect(performance.now() - since).toBeLessThan(SOON_MS);
  });
});

test("a caller who disconnects is not a failure of the service", async () => {
  const arrived = once(hung.server, "request");
  const sent = request({ host: "127.0.0.1", port: gateway.port, path: "/hung" }).end();
  sent.on("error", () => undefined);
  await arrived;
  logged.length = 0;
  sent.destroy();
  await waitFor(
    () => Promise.resolve(logged.length),
    (lines) => lines > 0,
  );
  expect(logged).toEqual(["debug"]);
});
