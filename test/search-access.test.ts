import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { RequestListener } from "node:http";
import { newId } from "../platform/ids.ts";
import { createLogger } from "../platform/logger.ts";
import { createCheckAccess } from "../retrieval/server/check-access.ts";
import { signToken } from "./support/fake-backend.ts";
import {
  chunk,
  evidenceId,
  granted,
  projectId,
  refused,
  request,
  SearchService,
} from "./support/retrieval-app.ts";

let service: SearchService;

beforeEach(async () => {
  service = await SearchService.start();
});

afterEach(() => service.stop());

describe("POST /search", () => {
  it("answers callers to whom the backend grants access, and echoes the request", async () => {
    const { status, body, headers } = await service.search({}, { limit: 3 }, { "x-request-id": "abc-1" });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      request_id: "abc-1",
      timestamp: expect.stringMatching(/Z$/),
    });
    expect(headers.get("x-request-id")).toBe("abc-1");
    expect(body.data).toEqual({
      ...request(),
      limit: 3,
      evidence_types: [],
      min_similarity: 0.1,
      total_results: 1,
      degraded: ["keyword"],
      results: [
        {
          chunk_id: chunk.chunkId,
          evidence_id: evidenceId,
          project_id: projectId,
          control_id: chunk.controlId,
          title: "Policy",
          file_name: "policy.pdf",
          content_type: "application/pdf",
          page: 3,
          position: { page: 3, start: 120, end_page: 3, end: 136 },
          heading: "Physical > Doors",
          ordinal: 1,
          text: "Doors are locked",
          uploaded_at: "2026-01-02T03:04:05.000Z",
          highlight: "Doors",
          best_sentence: { start: 0, end: 16, text: "Doors are locked" },
          similarity: 0.8,
          scores: { semantic: 0.7, keyword: 1, fused: 0.9, rerank: null },
        },
      ],
    });
    expect(service.searched).toEqual([
      expect.objectContaining({ query: "doors", projectId, limit: 3, minSimilarity: 0.1 }),
    ]);
  });

  it("echoes the request as sent, although it searches for the trimmed text", async () => {
    const sent = { query: "  doors ", evidence_types: ["PDF "] };
    const { body } = await service.search({}, sent);
    expect(body.data).toMatchObject(sent);
    expect(service.searched).toEqual([expect.objectContaining({ query: "doors", evidenceTypes: ["pdf"] })]);
  });

  it("reports the remaining limit in every response, and refuses more, but no probes", async () => {
    await service.serve({ limits: { perMinute: 2, perHour: 100 } });
    for (const path of ["/health", "/ready", "/health"]) {
      const { status, headers } = await service.call(path, { method: "GET" });
      expect([status, headers.get("x-ratelimit-remaining")]).toEqual([200, "2"]);
      expect(headers.get("x-ratelimit-reset")).toMatch(/^\d+$/);
    }
    const token = await signToken(service.backend);
    const search = async () => {
      const { status, headers } = await service.call("/search", { body: request(), token });
      return [status, headers.get("x-ratelimit-limit"), headers.get("x-ratelimit-remaining")];
    };
    expect([await search(), await search(), await search()]).toEqual([
      [200, "2", "1"],
      [200, "2", "0"],
      [429, "2", "0"],
    ]);
  });

  it.each([
    ["customer", ["/api/customer"]],
    ["manager", ["/api/customer"]],
    ["auditor", ["/api/auditor"]],
    ["admin", ["/api/customer", "/api/auditor"]],
  ])("requests the backend's view for a %s, with the caller's own credentials", async (role, views) => {
    service.backend.answer = (_request, response) => response.writeHead(404).end("{}");
    await expect(service.search({ role })).resolves.toMatchObject(refused(403, "FORBIDDEN"));
    expect(service.backend.requests.map(({ url }) => url)).toEqual(
      views.map((view) => `${view}/projects/${projectId}`),
    );
    expect(service.backend.requests[0]?.headers.authorization).toMatch(/^Bearer ey/);
    expect(service.searched).toEqual([]);
  });

  it("admits an admin by either view", async () => {
    service.backend.answer = (incoming, response) =>
      incoming.url?.startsWith("/api/auditor") ? granted(incoming, response) : response.writeHead(404).end();
    await expect(service.search({ role: "admin" })).resolves.toMatchObject({ status: 200 });
  });

  it("logs a warning for each denial, and none when one of the views admits the caller", async () => {
    const lines: Record<string, unknown>[] = [];
    const write = (line: string): void => void lines.push(JSON.parse(line) as Record<string, unknown>);
    const logger = createLogger("test", "info", { write });
    await service.serve({ checkAccess: createCheckAccess({ backendUrl: service.backend.url, logger }) });
    service.backend.answer = (incoming, response) =>
      incoming.url?.startsWith("/api/auditor") ? granted(incoming, response) : response.writeHead(404).end();
    await service.search({ role: "admin" });
    expect(lines).toEqual([]);
    await service.search({ role: "customer" });
    expect(lines).toMatchObject([
      { level: 40, msg: "Access to a project denied", projectId, userId: "user-1" },
    ]);
  });

  it.each([
    ["X-User-Id", {}, { "x-user-id": "user-2" }],
    ["X-User-Role", {}, { "x-user-role": "admin" }],
    ["user_id", { user_id: "user-2" }, {}],
  ])("refuses a forged %s", async (_what, body, headers) => {
    await expect(service.search({}, body, headers)).resolves.toMatchObject(refused(403, "FORBIDDEN"));
    expect(service.searched).toEqual([]);
    expect(service.backend.requests).toEqual([]);
  });

  it("accepts a client's own token for its owner, as in /users/me", async () => {
    const ofClient = { sub: "client-1", userId: "user-1" };
    await expect(service.search(ofClient, {}, { "x-user-id": "user-1" })).resolves.toMatchObject({
      status: 200,
    });
    await expect(service.search(ofClient, { user_id: "client-1" })).resolves.toMatchObject(
      refused(403, "FORBIDDEN"),
    );
  });

  it("accepts headers that match the token", async () => {
    await expect(
      service.search({}, {}, { "x-user-id": "user-1", "x-user-role": "customer" }),
    ).resolves.toMatchObject({ status: 200 });
  });
});

describe("a refusal by the backend", () => {
  it.each([400, 401, 403, 404, 410])(
    "by %s is a refusal of the search, and the passage is not found",
    async (status) => {
      service.backend.answer = (_request, response) => response.writeHead(status).end("{}");
      await expect(service.search()).resolves.toMatchObject(refused(403, "FORBIDDEN"));
      await expect(service.context()).resolves.toMatchObject(refused(404, "NOT_FOUND"));
      expect(service.searched).toEqual([]);
    },
  );

  it("for an inaccessible passage looks like an unknown one", async () => {
    service.backend.answer = (_request, response) => response.writeHead(404).end("{}");
    const [foreign, unknown] = [
      await service.context(),
      await service.context({}, { chunk_id: `${newId()}_00000` }),
    ];
    const { request_id: _id, timestamp: _at, ...answered } = foreign.body;
    expect({ status: foreign.status, ...answered }).toEqual({
      status: unknown.status,
      success: false,
      error: unknown.body.error,
    });
  });
});

describe("a backend without a verdict", () => {
  it.each<[string, RequestListener]>([
    ["answers 500", (_request, response) => response.writeHead(500).end("{}")],
    ["answers 503", (_request, response) => response.writeHead(503).end("{}")],
    ["answers 429", (_request, response) => response.writeHead(429).end("{}")],
    ["answers 408", (_request, response) => response.writeHead(408).end("{}")],
    ["answers 204", (_request, response) => response.writeHead(204).end()],
    [
      "redirects to a page that answers 200",
      (incoming, response) =>
        incoming.url?.endsWith("/yes")
          ? granted(incoming, response)
          : response.writeHead(302, { location: "/yes" }).end(),
    ],
    ["answers what is not JSON", (_request, response) => response.end("<html>Sign in</html>")],
    [
      "answers for another project",
      (_request, response) => response.end(JSON.stringify({ success: true, data: { id: newId() } })),
    ],
    [
      "answers 200 without success",
      (_request, response) => response.end(JSON.stringify({ success: false, data: { id: projectId } })),
    ],
    [
      "disconnects in the middle",
      (incoming, response) => void response.write("{", () => incoming.socket.destroy()),
    ],
    ["always resets", (incoming) => incoming.socket.destroy()],
  ])("admits no one, with 503, if it %s", async (_what, answer) => {
    service.backend.answer = answer;
    const search = await service.search();
    expect(search).toMatchObject(refused(503, "SERVICE_UNAVAILABLE"));
    expect(Number(search.headers.get("retry-after"))).toBeGreaterThan(0);
    await expect(service.context()).resolves.toMatchObject(refused(503, "SERVICE_UNAVAILABLE"));
    expect(service.searched).toEqual([]);
  });

  it("passes on when to retry", async () => {
    service.backend.answer = (_request, response) =>
      response.writeHead(429, { "retry-after": "42" }).end("{}");
    expect((await service.search()).headers.get("retry-after")).toBe("42");
  });

  it.each(["customer", "admin"])("answers a %s within its deadline without a response", async (role) => {
    service.backend.answer = () => undefined;
    const start = performance.now();
    await expect(service.search({ role })).resolves.toMatchObject(refused(503, "SERVICE_UNAVAILABLE"));
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  it("admits an admin by the only view that answers", async () => {
    service.backend.answer = (incoming, response) =>
      incoming.url?.startsWith("/api/auditor") ? granted(incoming, response) : response.writeHead(500).end();
    await expect(service.search({ role: "admin" })).resolves.toMatchObject({ status: 200 });
  });

  it("answers 503 if it is down", async () => {
    await expect(service.search()).resolves.toMatchObject({ status: 200 });
    const token = await signToken(service.backend);
    await service.backend.stop();
    await expect(service.call("/search", { body: request(), token })).resolves.toMatchObject(
      refused(503, "SERVICE_UNAVAILABLE"),
    );
    expect(service.searched).toHaveLength(1);
  });

  it("denies with 503 even if the keys are unavailable", async () => {
    const token = await signToken(service.backend);
    await service.backend.stop();
    await expect(service.call("/search", { body: request(), token })).resolves.toMatchObject(
      refused(503, "SERVICE_UNAVAILABLE"),
    );
  });

  it("is called again after a broken connection, without caching revoked rights", async () => {
    let tries = 0;
    service.backend.answer = (incoming, response) =>
      tries++ === 0 ? incoming.socket.destroy() : granted(incoming, response);
    await expect(service.search()).resolves.toMatchObject({ status: 200 });
    expect(tries).toBe(2);
    service.backend.answer = (_request, response) => response.writeHead(404).end();
    await expect(service.search()).resolves.toMatchObject(refused(403, "FORBIDDEN"));
  });
});
