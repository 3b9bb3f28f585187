import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { pino } from "pino";
import { AppError } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import type { Searcher } from "../retrieval/search/searcher.ts";
import { StartingError } from "../retrieval/server/readiness.ts";
import { readyOrUnavailable } from "../retrieval/server/starting.ts";
import { signToken } from "./support/fake-backend.ts";
import { chunk, projectId, refused, SearchService } from "./support/retrieval-app.ts";

let service: SearchService;

const fail = (error: Error): never => {
  throw error;
};

beforeEach(async () => {
  service = await SearchService.start();
});

afterEach(() => service.stop());

describe("an invalid request", () => {
  it.each([
    ["query", { query: " " }],
    ["query", { query: undefined }],
    ["project_id", { project_id: "../../admin" }],
    ["user_id", { user_id: undefined }],
    ["limit", { limit: 0 }],
    ["limit", { limit: 101 }],
    ["limit", { limit: "10" }],
    ["min_similarity", { min_similarity: 2 }],
    ["evidence_types.0", { evidence_types: [""] }],
    ["page", { page: 2 }],
  ])("names %s", async (field, body) => {
    const answer = await service.search({}, body);
    expect(answer).toMatchObject(refused(400, "VALIDATION_ERROR"));
    expect(answer.body.error?.details).toMatchObject({ field, error: expect.any(String) });
    expect(service.backend.requests).toEqual([]);
  });

  it("is refused in the envelope, whatever the problem", async () => {
    const token = await signToken(service.backend);
    const headers = { "content-type": "text/plain" };
    await expect(service.call("/search", { body: "{", token })).resolves.toMatchObject(
      refused(400, "VALIDATION_ERROR"),
    );
    await expect(service.call("/search", { body: "x", token, headers })).resolves.toMatchObject(
      refused(415, "VALIDATION_ERROR"),
    );
    await expect(service.call("/search", { body: "x".repeat(70_000), token })).resolves.toMatchObject(
      refused(413, "VALIDATION_ERROR"),
    );
    await expect(service.call("/nowhere", { method: "GET" })).resolves.toMatchObject(
      refused(404, "NOT_FOUND"),
    );
    const get = await service.call("/search", { method: "GET" });
    expect(get).toMatchObject(refused(405, "VALIDATION_ERROR"));
    expect(get.body.error?.details).toMatchObject({ field: "method", error: expect.any(String) });
    expect(get.headers.get("allow")).toBe("POST");
    const post = await service.call("/ready", { body: "{}" });
    expect([post.status, post.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });

  it("gets no internal details", async () => {
    await service.serve({
      searcher: () => ({ search: () => Promise.reject(new Error("password=hunter2")) }),
    });
    const answer = await service.search();
    expect(answer).toMatchObject(refused(500, "INTERNAL_ERROR"));
    expect(JSON.stringify(answer.body)).not.toContain("hunter2");
  });
});

describe("POST /context", () => {
  it("returns the chunk and its neighbours after the same check", async () => {
    const { status, body } = await service.context();
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      chunk: { chunk_id: chunk.chunkId, page: 3 },
      context_before: [{ ordinal: 1 }],
      context_after: [],
    });
    expect(service.backend.requests.map(({ url }) => url)).toEqual([`/api/customer/projects/${projectId}`]);
    await expect(service.context({}, { context_window: 0 })).resolves.toMatchObject({
      body: { data: { context_before: [] } },
    });
  });

  it("handles unknown chunks, wide windows and forged users", async () => {
    await expect(service.context({}, { chunk_id: `${newId()}_00000` })).resolves.toMatchObject(
      refused(404, "NOT_FOUND"),
    );
    await expect(service.context({}, { context_window: 21 })).resolves.toMatchObject(
      refused(400, "VALIDATION_ERROR"),
    );
    await expect(service.context({}, { chunk_id: "x" })).resolves.toMatchObject(
      refused(400, "VALIDATION_ERROR"),
    );
    await expect(service.context({}, { user_id: "user-2" })).resolves.toMatchObject(
      refused(403, "FORBIDDEN"),
    );
  });
});

describe("a hanging search", () => {
  it("answers 503 within five seconds, and stops its work", async () => {
    const aborted = Promise.withResolvers<unknown>();
    await service.serve({
      searcher: () => ({
        search: ({ signal }) =>
          new Promise((_, reject) =>
            signal?.addEventListener("abort", () => {
              aborted.resolve(signal.reason);
              reject(signal.reason as Error);
            }),
          ),
      }),
    });
    const start = performance.now();
    await expect(service.search()).resolves.toMatchObject(refused(503, "SERVICE_UNAVAILABLE"));
    expect(performance.now() - start).toBeLessThan(6_000);
    await expect(aborted.promise).resolves.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  });
});

describe("health and stats", () => {
  it("are ready if every component is, and name the one that is not", async () => {
    await expect(service.call("/health", { method: "GET" })).resolves.toMatchObject({
      status: 200,
      body: { data: { status: "ready", components: { database: { status: "up" } } } },
    });
    const down = () => Promise.reject(new Error("connection refused"));
    await service.serve({
      components: { database: { check: () => Promise.resolve({}) }, index: { check: down } },
    });
    for (const path of ["/health", "/ready"]) {
      const answer = await service.call(path, { method: "GET" });
      expect(answer).toMatchObject(refused(503, "SERVICE_UNAVAILABLE"));
      expect(answer.body.error?.details).toMatchObject({
        components: { database: { status: "up" }, index: { status: "down", error: "connection refused" } },
      });
    }
  });

  it("do not log starting components, but failing ones", async () => {
    const lines: string[] = [];
    const logger = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
    const starting = () => Promise.reject(new StartingError("Reranker is starting"));
    await service.serve({ logger, components: { reranker: { check: starting } } });
    expect((await service.call("/health", { method: "GET" })).status).toBe(503);
    const made = new Promise<Searcher>(() => undefined);
    const searcher = () => readyOrUnavailable({ get: () => fail(new StartingError("not yet")), made });
    await service.serve({ logger, searcher });
    await expect(service.search()).resolves.toMatchObject(refused(503, "SERVICE_UNAVAILABLE"));
    expect(lines).toEqual([]);
    await service.serve({ logger, searcher: () => fail(new AppError("SERVICE_UNAVAILABLE", "Gone")) });
    await service.search();
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { msg: "request failed", level: 40 },
    ]);
  });

  it("answer 503 to searches until the models are loaded", async () => {
    await service.serve({
      searcher: () => {
        throw new AppError("SERVICE_UNAVAILABLE", "Search is starting");
      },
    });
    await expect(service.search()).resolves.toMatchObject(refused(503, "SERVICE_UNAVAILABLE"));
  });

  it("count what is searchable and name the models", async () => {
    await expect(service.call("/stats", { method: "GET" })).resolves.toMatchObject(
      refused(401, "UNAUTHORIZED"),
    );
    const token = await signToken(service.backend);
    const { body } = await service.call("/stats", { method: "GET", token });
    expect(body.data).toEqual({
      total_chunks: 12,
      total_evidence: 3,
      late_interaction_bytes: 0,
      embedding_model: "small",
      dimension: 4,
      reranker: null,
    });
  });
});
