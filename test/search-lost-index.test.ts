import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { Client } from "@elastic/elasticsearch";
import { loadConfig } from "../platform/config.ts";
import { createElasticsearch } from "../platform/retrieval/elasticsearch.ts";
import { newId } from "../platform/ids.ts";
import { createLogger } from "../platform/logger.ts";
import {
  aliasOf,
  findChunkIndex,
  UnusableIndexError,
  openChunkIndex,
} from "../retrieval/index/chunk-index.ts";
import { createIndexWatch } from "../retrieval/index/index-watch.ts";
import { rebuildIndex } from "../retrieval/index/rebuild-index.ts";
import { createRebuildSource } from "../retrieval/index/rebuild-source.ts";
import { createChunkStore } from "../retrieval/search/chunk-store.ts";
import { startRetrieval } from "../retrieval/start-retrieval.ts";
import { signToken, startFakeBackend, type FakeBackend } from "./support/fake-backend.ts";
import {
  addEvidence,
  addProject,
  createSearchDatabase,
  type SearchDatabase,
} from "./support/search-database.ts";
import { waitFor } from "./support/wait-for.ts";

const WAIT_MS = 60_000;
const base = loadConfig();
const { EMBEDDING_MODEL: model, EMBEDDING_DIMENSION: dimension } = base;
const logger = createLogger("test", "silent");

let client: Client;
let database: SearchDatabase;
let backend: FakeBackend;
let prefix: string;
let projectId: string;

beforeAll(async () => {
  client = createElasticsearch(base);
  database = await createSearchDatabase();
  backend = await startFakeBackend();
  const project = await addProject(database.pool);
  ({ projectId } = project);
  backend.answer = (_request, response) =>
    response.end(JSON.stringify({ success: true, data: { id: projectId } }));
  await addEvidence(database.pool, {
    ...project,
    title: "Doors",
    texts: ["Doors are locked", "Keys are kept"],
  });
});

beforeEach(() => {
  prefix = `test-${newId()}-`;
});

const indices = async (): Promise<string[]> =>
  Object.keys(await client.indices.get({ index: `${prefix}*`, filter_path: "*.aliases" }));
const loseIndex = async (): Promise<void> => {
  const found = await indices();
  if (found.length > 0) await client.indices.delete({ index: found });
};

afterEach(loseIndex);

afterAll(async () => {
  await Promise.all([client.close(), database.drop(), backend.stop()]);
});

const settings = () => ({ prefix, model, dimension });
const rebuild = () =>
  rebuildIndex({
    client,
    settings: settings(),
    source: createRebuildSource(database.pool),
    vectorsFor: () => Promise.resolve(null),
    embed: (chunks) => Promise.resolve(chunks.map(() => new Float32Array(dimension).fill(0.05))),
    drainMs: 0,
  });

interface IndexState {
  ready: boolean;
  index: { status?: string; error?: string; mend?: string };
}

async function serve() {
  const service = await startRetrieval(
    {
      ...base,
      DATABASE_URL: database.url,
      ELASTICSEARCH_INDEX_PREFIX: prefix,
      EMBEDDING_THREADS: 1,
      RETRIEVAL_PORT: 0,
      backendUrl: backend.url,
      issuer: "http://issuer.test",
      audience: "http://issuer.test/api",
    },
    logger,
  );
  const url = `http://127.0.0.1:${service.port}`;
  const health = async (): Promise<IndexState> => {
    const response = await fetch(`${url}/health`);
    const { data, error } = (await response.json()) as Record<
      "data" | "error",
      { components?: object; details?: { components: object } } | undefined
    >;
    const components = data?.components ?? error?.details?.components;
    return { ready: response.status === 200, index: (components as { index: IndexState["index"] }).index };
  };
  const search = async (): Promise<{ status: number; found: number; error?: string }> => {
    const response = await fetch(`${url}/search`, {
      method: "POST",
      headers: { authorization: `Bearer ${await signToken(backend)}`, "content-type": "application/json" },
      body: JSON.stringify({ query: "doors", project_id: projectId, user_id: "user-1" }),
    });
    const { data, error } = (await response.json()) as {
      data?: { total_results: number };
      error?: { message: string };
    };
    const found = data?.total_results ?? 0;
    return { status: response.status, found, ...(error && { error: error.message }) };
  };
  return { health, search, stop: () => service.stop() };
}

const LOST = { status: "down", mend: "npm run index:rebuild", error: expect.stringMatching(/index:rebuild/) };
const UNAVAILABLE = {
  status: 503,
  found: 0,
  error: "Search is unavailable until an administrator rebuilds the search index",
};

describe("a lost search index", () => {
  it(
    "is never replaced by an empty one; a rebuild while the product runs repairs it",
    async () => {
      const { health, search, stop } = await serve();
      try {
        const lost = await waitFor(health, ({ index }) => index.status === "down", WAIT_MS);
        expect(lost).toEqual({ ready: false, index: LOST });
        expect(lost.index.error).toMatch(/PostgreSQL holds 2 passages/);
        expect(await search()).toEqual(UNAVAILABLE);
        expect(await indices()).toEqual([]);
        await rebuild();
        await waitFor(health, ({ ready }) => ready, WAIT_MS);
        expect(await search()).toEqual({ status: 200, found: 2 });

        await loseIndex();
        expect(await health()).toEqual({ ready: false, index: LOST });
        expect(await search()).toMatchObject({ status: 503, found: 0 });
        expect(await health()).toMatchObject({ ready: false });
        expect(await indices()).toEqual([]);
        await rebuild();
        expect(await health()).toMatchObject({ ready: true });
        expect(await search()).toEqual({ status: 200, found: 2 });
      } finally {
        await stop();
      }
    },
    2 * WAIT_MS,
  );

  it(
    "or one that another version built answers no searches until it is rebuilt",
    async () => {
      await rebuild();
      const index = aliasOf(prefix);
      const built = await findChunkIndex(client, settings());
      await client.indices.putMapping({ index, _meta: { ...built?.meta, schema: 1 } });
      const { health, search, stop } = await serve();
      try {
        const outdated = await waitFor(health, (state) => state.index.status === "down", WAIT_MS);
        expect(outdated).toEqual({ ready: false, index: LOST });
        expect(outdated.index.error).toMatch(/Another version.*schema 1/);
        expect(await search()).toEqual(UNAVAILABLE);
        await rebuild();
        await waitFor(health, ({ ready }) => ready, WAIT_MS);
        expect(await search()).toEqual({ status: 200, found: 2 });
      } finally {
        await stop();
      }
    },
    2 * WAIT_MS,
  );

  it("is created only if PostgreSQL has no passages", async () => {
    const opened = (passages: number) => openChunkIndex(client, settings(), () => Promise.resolve(passages));
    await expect(opened(1)).rejects.toThrow(UnusableIndexError);
    await expect(opened(1)).rejects.toThrow(
      /no search index, but PostgreSQL holds 1 passages.*index:rebuild/,
    );
    await expect(findChunkIndex(client, settings())).resolves.toBeNull();
    expect(await indices()).toEqual([]);
    await expect(opened(0)).resolves.toMatchObject({ alias: aliasOf(prefix) });
    await expect(opened(1)).resolves.toMatchObject({ alias: aliasOf(prefix) });
  });

  it("is reported if a part is missing, but not during a withdrawal", async () => {
    await rebuild();
    const store = createChunkStore(database.pool);
    const countPassages = () => store.count();
    const watch = createIndexWatch({ client, settings, countPassages, logger });
    await watch.compare();
    await watch.compare();
    expect(watch.loss()).toBeNull();
    const { hits } = await client.search({ index: aliasOf(prefix), size: 1 });
    await client.delete({ index: aliasOf(prefix), id: hits.hits[0]?._id ?? "", refresh: true });
    await watch.compare();
    expect(watch.loss()).toBeNull();
    await watch.compare();
    expect(watch.loss()?.message).toMatch(
      /holds 1 documents, but PostgreSQL holds 2 passages: .*index:rebuild/,
    );
    await rebuild();
    await watch.compare();
    expect(watch.loss()).toBeNull();
  });
});
