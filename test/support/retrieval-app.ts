import type { RequestListener } from "node:http";
import { newId } from "../../platform/ids.ts";
import { createFairSlots } from "../../platform/concurrency/fair-slots.ts";
import { createLogger } from "../../platform/logger.ts";
import type { StoredChunk } from "../../retrieval/search/chunk-store.ts";
import type { SearchQuery } from "../../retrieval/search/searcher.ts";
import { createCheckAccess } from "../../retrieval/server/check-access.ts";
import { createRetrievalApp, type RetrievalAppDeps } from "../../retrieval/server/retrieval-app.ts";
import { createVerifyKey } from "../../retrieval/server/verify-key.ts";
import { createVerifyToken } from "../../retrieval/server/verify-token.ts";
import { serveLocally, type LocalServer } from "../../testkit/serve-locally.ts";
import { signToken, startFakeBackend, type FakeBackend, type TokenParts } from "./fake-backend.ts";

const logger = createLogger("test", "silent");
export const projectId = newId();
export const evidenceId = newId();
/** The only passage of this service. */
export const chunk: StoredChunk = {
  chunkId: `${evidenceId}_00001`,
  evidenceId,
  projectId,
  controlId: newId(),
  title: "Policy",
  fileName: "policy.pdf",
  contentType: "application/pdf",
  uploadedAt: new Date("2026-01-02T03:04:05Z"),
  ordinal: 1,
  text: "Doors are locked",
  headings: ["Physical", "Doors"],
  page: 3,
  pageOffset: 120,
  endPage: 3,
  endPageOffset: 136,
  sheet: null,
};

/** The backend grants access. */
export const granted: RequestListener = (_request, response) =>
  response.end(JSON.stringify({ success: true, data: { id: projectId } }));

function appDeps(
  backend: FakeBackend,
  searched: SearchQuery[],
  changes: Partial<RetrievalAppDeps>,
): RetrievalAppDeps {
  return {
    searcher: () => ({
      search: async (query) => {
        await query.permission;
        searched.push(query);
        const scores = { semantic: 0.7, keyword: 1, fused: 0.9, rerank: null };
        return {
          hits: [{ chunk, highlight: "Doors", sentence: { start: 0, end: 16 }, similarity: 0.8, scores }],
          degraded: ["keyword"],
        };
      },
    }),
    facts: () => ({ embedding_model: "small", dimension: 4, reranker: null }),
    chunkStore: {
      firstSearchable: () => Promise.resolve([]),
      storedSigns: () => Promise.resolve(new Map()),
      projectOf: (id) => Promise.resolve(id === chunk.chunkId ? projectId : null),
      around: (id, window) =>
        Promise.resolve(id === chunk.chunkId ? { chunk, before: [chunk].slice(0, window), after: [] } : null),
      totals: () => Promise.resolve({ chunks: 12, evidence: 3, signBytes: 0 }),
      count: () => Promise.resolve(12),
      ping: () => Promise.resolve(),
    },
    verifyToken: createVerifyToken({
      backendUrl: backend.url,
      issuer: "http://issuer.test",
      audience: "http://issuer.test/api",
    }),
    verifyKey: createVerifyKey(backend.url),
    checkAccess: createCheckAccess({ backendUrl: backend.url, logger }),
    slots: createFairSlots({ what: "searches", slots: 1, waitingEach: 2, waitMs: 5_000 }),
    components: { database: { check: () => Promise.resolve({}) } },
    similarityThreshold: 0.1,
    limits: { perMinute: 1_000, perHour: 10_000 },
    logger,
    ...changes,
  };
}

export interface Answer {
  status: number;
  headers: Headers;
  body: {
    success: boolean;
    data?: Record<string, unknown>;
    error?: { code: string; details: Record<string, unknown> };
    request_id: string;
    timestamp: string;
  };
}

interface CallOptions {
  body?: unknown;
  token?: string;
  headers?: Record<string, string>;
  method?: string;
}

export const request = (more: object = {}) => ({
  query: "doors",
  project_id: projectId,
  user_id: "user-1",
  ...more,
});

/** A refusal, for toMatchObject. */
export const refused = (status: number, code: string) => ({
  status,
  body: { success: false, error: { code } },
});

/**
 * The search service's HTTP server on real sockets, with a backend that the test controls; its results are
 * fixed.
 */
export class SearchService {
  readonly backend: FakeBackend;
  /** The searches that were allowed. */
  readonly searched: SearchQuery[] = [];
  #server: LocalServer | null = null;

  constructor(backend: FakeBackend) {
    this.backend = backend;
  }

  static async start(): Promise<SearchService> {
    const service = new SearchService(await startFakeBackend());
    service.backend.answer = granted;
    await service.serve();
    return service;
  }

  /** Starts or restarts the service with other parts. */
  async serve(changes: Partial<RetrievalAppDeps> = {}): Promise<void> {
    await this.#server?.stop();
    this.#server = await serveLocally(createRetrievalApp(appDeps(this.backend, this.searched, changes)));
  }

  get url(): string {
    return this.#server!.url;
  }

  async call(
    path: string,
    { body, token, headers = {}, method = "POST" }: CallOptions = {},
  ): Promise<Answer> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        "content-type": "application/json",
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(method === "POST" ? { body: typeof body === "string" ? body : JSON.stringify(body) } : {}),
    });
    const answer = (await response.json()) as Answer["body"];
    return { status: response.status, headers: response.headers, body: answer };
  }

  async search(
    parts: TokenParts = {},
    more: object = {},
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    return this.call("/search", {
      body: request(more),
      token: await signToken(this.backend, parts),
      headers,
    });
  }

  async context(parts: TokenParts = {}, more: object = {}): Promise<Answer> {
    const body = { chunk_id: chunk.chunkId, user_id: "user-1", ...more };
    return this.call("/context", { body, token: await signToken(this.backend, parts) });
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
    await this.backend.stop();
  }
}
