import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { loadConfig } from "../platform/config.ts";
import { createElasticsearch } from "../platform/retrieval/elasticsearch.ts";
import { newId } from "../platform/ids.ts";
import { createLogger } from "../platform/logger.ts";
import { openChunkIndex } from "../retrieval/index/chunk-index.ts";
import { createIndexWriter, type IndexWriter } from "../retrieval/index/index-writer.ts";
import { createRebuildSource } from "../retrieval/index/rebuild-source.ts";
import { rebuildIndex } from "../retrieval/index/rebuild-index.ts";
import { createChunkStore } from "../retrieval/search/chunk-store.ts";
import { createSearcher, type Searcher } from "../retrieval/search/searcher.ts";
import { createRetrievers, type Retrievers } from "../retrieval/search/retrievers.ts";
import { wordEmbedder } from "./support/word-embedder.ts";
import {
  addEvidence,
  addProject,
  createSearchDatabase,
  type EvidenceRow,
  type SearchDatabase,
} from "./support/search-database.ts";

const prefix = `test-${newId()}-`;
const client = createElasticsearch(loadConfig());
const unreachable = createElasticsearch({ ELASTICSEARCH_URL: "http://127.0.0.1:9" });
const embedder = wordEmbedder();
const settings = { prefix, model: embedder.model, dimension: embedder.dimension };
let database: SearchDatabase;
let retrievers: Retrievers;

beforeAll(async () => {
  database = await createSearchDatabase();
  retrievers = createRetrievers({
    client,
    chunkIndex: await openChunkIndex(client, settings, () => Promise.resolve(0)),
  });
});

afterAll(async () => {
  const found = Object.keys(await client.indices.get({ index: `${prefix}*`, filter_path: "*.aliases" }));
  await client.indices.delete({ index: found });
  await database.drop();
  await Promise.all([client.close(), unreachable.close()]);
});

function searcher(changes: Partial<Retrievers> = {}): Searcher {
  return createSearcher({
    retrievers: { ...retrievers, ...changes },
    embedder,
    sentences: null,
    reranker: null,
    chunkStore: createChunkStore(database.pool),
    settings: { semanticWeight: 0.5, keywordWeight: 0.5, rerankTopK: 20 },
    logger: createLogger("test", "silent"),
  });
}

async function openWriter(): Promise<IndexWriter> {
  await openChunkIndex(client, settings, () => Promise.resolve(0));
  return createIndexWriter(client, settings);
}

/** Rows in PostgreSQL and the index as ingestion writes them, also for evidence that must not be found. */
async function ingest(rows: EvidenceRow[]): Promise<string[]> {
  const ids: string[] = [];
  for (const row of rows) ids.push(await addEvidence(database.pool, row));
  const writer = await openWriter();
  for (const [i, row] of rows.entries()) {
    const evidenceId = ids[i] ?? "";
    const vectors = await embedder.embed(row.texts);
    const { rows: chunks } = await database.pool.query<{ id: string; ordinal: number; text: string }>(
      "select id, ordinal, text from evidence_chunks where evidence_id = $1 order by ordinal",
      [evidenceId],
    );
    await writer.putChunks(
      chunks.map((chunk, n) => ({
        ...chunk,
        evidenceId,
        projectId: row.projectId,
        title: row.title,
        evidenceTypes: [row.format ?? "pdf", `application/${row.format ?? "pdf"}`],
        headings: [],
        vector: vectors[n] ?? new Float32Array(),
      })),
    );
  }
  await writer.refresh();
  return ids;
}

const found = async (query: string, projectId: string, more: object = {}) =>
  (await searcher().search({ query, projectId, ...more })).hits;

describe("search on the real servers", () => {
  it("finds the passage, with its position and scores", async () => {
    const project = await addProject(database.pool);
    const [evidenceId] = await ingest([
      {
        ...project,
        title: "Backup policy",
        texts: ["Backups are encrypted every night.", "Restores are tested each quarter."],
      },
      { ...project, title: "Access policy", texts: ["Passwords have twelve characters."] },
    ]);
    const { hits, degraded } = await searcher().search({
      query: "how often are restores tested",
      projectId: project.projectId,
    });
    expect(degraded).toEqual(["rerank"]);
    expect(hits[0]).toMatchObject({
      chunk: {
        evidenceId,
        ...project,
        title: "Backup policy",
        fileName: "Backup policy.pdf",
        contentType: "application/pdf",
        page: 1,
        ordinal: 1,
      },
      highlight: "<mark>Restores</mark> are <mark>tested</mark> each quarter.",
      scores: { keyword: 1 },
    });
    expect(hits[0]?.similarity).toBeGreaterThan(hits[1]?.similarity ?? 1);
    expect(hits[0]?.scores.semantic).toBeGreaterThan(0.3);
  });

  it("ranks an exact control number first, however little else matches", async () => {
    const project = await addProject(database.pool);
    const noise = Array.from(
      { length: 40 },
      (_, i) => `Evidence for the control of logical access number ${i}, see CC6.${i + 2}`,
    );
    await ingest([{ ...project, title: "Controls", texts: [...noise, "Appendix: CC6.1"] }]);
    const hits = await found("evidence for control CC6.1", project.projectId, { limit: 3 });
    expect(hits[0]?.chunk.text).toBe("Appendix: CC6.1");
  });

  it("can be limited to evidence types by format or media type", async () => {
    const project = await addProject(database.pool);
    const [pdf, docx] = await ingest(
      ["pdf", "docx"].map((format) => ({
        ...project,
        format,
        title: format,
        texts: ["Incident response plan"],
      })),
    );
    const ids = async (evidenceTypes: string[]) =>
      (await found("incident", project.projectId, { evidenceTypes })).map((hit) => hit.chunk.evidenceId);
    await expect(ids(["docx"])).resolves.toEqual([docx]);
    await expect(ids(["application/pdf"])).resolves.toEqual([pdf]);
    await expect(ids(["xlsx"])).resolves.toEqual([]);
    await expect(ids([])).resolves.toHaveLength(2);
  });

  it("returns only COMPLETED evidence, not deleted, superseded or quarantined, whatever is indexed", async () => {
    const project = await addProject(database.pool);
    const row = { ...project, texts: ["Vendor risk is assessed yearly"] };
    const [done] = await ingest([
      { ...row, title: "done" },
      ...["PENDING", "PROCESSING", "FAILED", "QUARANTINED"].map((chunkingStatus) => ({
        ...row,
        title: chunkingStatus,
        chunkingStatus,
      })),
      ...["superseded", "quarantined"].map((status) => ({ ...row, title: status, status })),
      { ...row, title: "deleted", deletedAt: new Date() },
    ]);
    const hits = await found("vendor risk", project.projectId);
    expect(hits.map((hit) => hit.chunk.evidenceId)).toEqual([done]);
  });

  it("fills its results despite chunks that may not be shown", async () => {
    const project = await addProject(database.pool);
    const texts = Array.from({ length: 60 }, () => "Firewall rules are reviewed");
    const [, shown] = await ingest([
      { ...project, title: "Firewall rules reviewed", chunkingStatus: "PROCESSING", texts },
      { ...project, title: "Network", texts: ["Firewall rules are reviewed by the network team with care"] },
    ]);
    const hits = await found("firewall rules reviewed", project.projectId, { limit: 3 });
    expect(hits.map((hit) => hit.chunk.evidenceId)).toEqual([shown]);
  });

  it("never shows a chunk of another project", async () => {
    const words = ["access", "backup", "vendor", "incident", "change", "risk", "encryption", "training"];
    const pick = (seed: number) => [0, 1, 2].map((i) => words[(seed * 7 + i * 3) % words.length]).join(" ");
    const projects = await Promise.all(Array.from({ length: 8 }, () => addProject(database.pool)));
    await ingest(
      projects.flatMap((project, p) =>
        [0, 1, 2].map((e) => ({
          ...project,
          title: pick(p + e),
          texts: Array.from({ length: 6 }, (_, i) => pick(p * 31 + e * 7 + i)),
        })),
      ),
    );
    for (const [p, { projectId }] of projects.entries())
      for (const query of [
        ...words,
        pick(p),
        projects[(p + 1) % 8]?.projectId ?? "",
        "project_id:*",
        '" OR 1=1 --',
      ]) {
        const hits = await found(query, projectId, { limit: 100 });
        expect(hits.filter((hit) => hit.chunk.projectId !== projectId)).toEqual([]);
        expect(hits.length).toBeLessThanOrEqual(18);
      }
    await expect(found("access backup", newId())).resolves.toEqual([]);
  });

  it("does not trust the project of a chunk in the index", async () => {
    const [own, foreign] = [await addProject(database.pool), await addProject(database.pool)];
    const evidenceId = await addEvidence(database.pool, {
      ...foreign,
      title: "Secret",
      texts: ["Salaries of the board"],
    });
    const [vector = new Float32Array()] = await embedder.embed(["Salaries of the board"]);
    const writer = await openWriter();
    const lie = {
      id: `${evidenceId}_00000`,
      evidenceId,
      projectId: own.projectId,
      ordinal: 0,
      title: "Secret",
      evidenceTypes: [],
      headings: [],
    };
    await writer.putChunks([{ ...lie, text: "Salaries of the board", vector }]);
    await writer.refresh();
    await expect(found("salaries", own.projectId)).resolves.toEqual([]);
  });

  it("uses the other retriever if one Elasticsearch query fails, and answers 503 if both fail", async () => {
    const project = await addProject(database.pool);
    await ingest([{ ...project, title: "Policy", texts: ["Laptops are encrypted"] }]);
    const index = await openChunkIndex(client, settings, () => Promise.resolve(0));
    const broken = createRetrievers({ client: unreachable, chunkIndex: index });
    const query = { query: "encrypted laptops", projectId: project.projectId };
    const keywordOnly = await searcher({ semantic: broken.semantic }).search(query);
    expect(keywordOnly).toMatchObject({
      degraded: ["semantic", "rerank"],
      hits: [{ chunk: { text: "Laptops are encrypted" } }],
    });
    const semanticOnly = await searcher({ keyword: broken.keyword }).search(query);
    expect(semanticOnly).toMatchObject({
      degraded: ["keyword", "rerank"],
      hits: [{ chunk: { text: "Laptops are encrypted" } }],
    });
    await expect(searcher(broken).search(query)).rejects.toMatchObject({ status: 503 });
  });

  it("finds the same after a rebuild from PostgreSQL", async () => {
    const project = await addProject(database.pool);
    const row = { ...project, texts: ["Logs are kept for a year", "Logs are reviewed weekly"] };
    await ingest([
      { ...row, title: "Logging" },
      { ...row, title: "Half done", chunkingStatus: "PROCESSING" },
    ]);
    const before = await found("how long are logs kept", project.projectId);
    expect(before).toHaveLength(2);
    await rebuildIndex({
      client,
      settings,
      source: createRebuildSource(database.pool),
      vectorsFor: () => Promise.resolve(null),
      embed: (chunks) => embedder.embed(chunks.map((chunk) => chunk.text)),
      drainMs: 0,
    });
    const after = await found("how long are logs kept", project.projectId);
    expect(after.map((hit) => hit.chunk)).toEqual(before.map((hit) => hit.chunk));
  });
});

describe("the neighbours of a chunk", () => {
  it("are returned in reading order, as many as requested, from searchable evidence only", async () => {
    const project = await addProject(database.pool);
    const texts = Array.from({ length: 7 }, (_, i) => `Part ${i}`);
    const id = await addEvidence(database.pool, { ...project, title: "Long", texts });
    const hidden = await addEvidence(database.pool, {
      ...project,
      title: "Hidden",
      texts,
      chunkingStatus: "PROCESSING",
    });
    const store = createChunkStore(database.pool);
    const middle = await store.around(`${id}_00003`, 2);
    expect(middle?.chunk.text).toBe("Part 3");
    expect(middle?.before.map((chunk) => chunk.text)).toEqual(["Part 1", "Part 2"]);
    expect(middle?.after.map((chunk) => chunk.text)).toEqual(["Part 4", "Part 5"]);
    await expect(store.around(`${id}_00000`, 20)).resolves.toMatchObject({
      before: [],
      after: { length: 6 },
    });
    await expect(store.around(`${id}_00003`, 0)).resolves.toMatchObject({ before: [], after: [] });
    await expect(store.around(`${hidden}_00003`, 2)).resolves.toBeNull();
    await expect(store.around(`${newId()}_00003`, 2)).resolves.toBeNull();
  });
});
