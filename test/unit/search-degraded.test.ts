import { describe, expect, it } from "@jest/globals";
import { createLogger } from "../../platform/logger.ts";
import type { Reranker } from "../../retrieval/rerank/reranker.ts";
import type { StoredChunk } from "../../retrieval/search/chunk-store.ts";
import { createSearcher, type SearcherDeps } from "../../retrieval/search/searcher.ts";

const down = () => Promise.reject(new Error("connection refused"));
const vector = Float32Array.of(1, 0);

function chunk(chunkId: string): StoredChunk {
  return {
    chunkId,
    evidenceId: chunkId,
    projectId: "p",
    controlId: "c",
    title: "Title",
    fileName: "file.pdf",
    contentType: "application/pdf",
    uploadedAt: new Date(0),
    ordinal: 0,
    text: `Text of ${chunkId}`,
    headings: [],
    page: 1,
    pageOffset: null,
    endPage: null,
    endPageOffset: null,
    sheet: null,
  };
}

const reranker = (score: Reranker["score"]): Reranker => ({
  name: "fixed",
  kind: "cross-encoder",
  score,
  close: () => Promise.resolve(),
});

/** A searcher over ten chunks that both rankings return in the same order, with the test's changes. */
function searcher(changes: Partial<SearcherDeps> = {}, retrievers: Partial<SearcherDeps["retrievers"]> = {}) {
  const ids = Array.from({ length: 10 }, (_, i) => `chunk-${i}`);
  const hits = ids.map((id, i) => ({ id, score: 0.9 - i / 20 }));
  return createSearcher({
    retrievers: {
      semantic: () => Promise.resolve(hits),
      keyword: () => Promise.resolve(hits),
      cosines: (_vector, wanted) => Promise.resolve(new Map(wanted.map((id) => [id, 0.5]))),
      ...retrievers,
    },
    embedder: { embedQuery: () => Promise.resolve({ vector, pieces: [vector], weights: [1] }) },
    reranker: reranker((_query, passages) => Promise.resolve(passages.map((_, i) => 0.9 - i / 50))),
    sentences: null,
    chunkStore: {
      firstSearchable: (wanted, _project, count) => Promise.resolve(wanted.slice(0, count).map(chunk)),
    },
    settings: { semanticWeight: 0.5, keywordWeight: 0.5, rerankTopK: 20 },
    logger: createLogger("test", "silent"),
    ...changes,
  });
}

const query = { query: "text", projectId: "p", limit: 3 };

describe("a search without one of its parts", () => {
  it("names nothing if all parts answer", async () => {
    const { hits, degraded } = await searcher().search(query);
    expect(degraded).toEqual([]);
    expect(hits.map((hit) => hit.chunk.chunkId)).toEqual(["chunk-0", "chunk-1", "chunk-2"]);
  });

  it.each([
    ["the embedder fails", searcher({ embedder: { embedQuery: down } }), ["semantic"]],
    ["kNN fails", searcher({}, { semantic: down }), ["semantic"]],
    ["kNN finds nothing", searcher({}, { semantic: () => Promise.resolve([]) }), ["semantic"]],
    ["BM25 fails", searcher({}, { keyword: down }), ["keyword"]],
    ["BM25 finds nothing", searcher({}, { keyword: () => Promise.resolve([]) }), ["keyword"]],
    ["the reranker fails", searcher({ reranker: reranker(down) }), ["rerank"]],
    ["there is no reranker", searcher({ reranker: null }), ["rerank"]],
    [
      "reranking is turned off",
      searcher({ settings: { semanticWeight: 0.5, keywordWeight: 0.5, rerankTopK: 0 } }),
      ["rerank"],
    ],
    [
      "word by word comparison does not suit a query that is not a question",
      searcher({ reranker: { ...reranker(down), kind: "late-interaction" } }),
      ["rerank"],
    ],
    [
      "BM25 and the reranker fail",
      searcher({ reranker: reranker(down) }, { keyword: down }),
      ["keyword", "rerank"],
    ],
  ])("answers and reports it if %s", async (_what, partial, expected) => {
    const { hits, degraded } = await partial.search(query);
    expect(degraded).toEqual(expected);
    expect(hits).toHaveLength(3);
    expect(hits[0]?.chunk.chunkId).toBe("chunk-0");
    expect(hits.every((hit) => hit.similarity > 0 && hit.similarity < 1)).toBe(true);
  });

  it("reports an index that is known to lack passages", async () => {
    const { degraded, hits } = await searcher({ isIndexWhole: () => false }).search(query);
    expect([degraded, hits.length]).toEqual([["index"], 3]);
  });

  it("answers if the data for ranking could not be read in advance", async () => {
    const late: Reranker = {
      ...reranker((_query, passages) => Promise.resolve(passages.map((_, i) => 0.9 - i / 50))),
      kind: "late-interaction",
      prepare: down,
    };
    const { hits, degraded } = await searcher({ reranker: late }).search({ ...query, query: "which text?" });
    expect([degraded, hits.length]).toEqual([[], 3]);
  });

  it("is not degraded if there is nothing to find", async () => {
    const empty = () => Promise.resolve([]);
    const answer = await searcher({}, { semantic: empty, keyword: empty }).search(query);
    expect(answer).toEqual({ hits: [], degraded: [] });
  });

  it("answers 503 if both retrievers fail, or PostgreSQL cannot say what is searchable", async () => {
    const unavailable = { code: "SERVICE_UNAVAILABLE", status: 503 };
    await expect(searcher({}, { semantic: down, keyword: down }).search(query)).rejects.toMatchObject(
      unavailable,
    );
    await expect(searcher({ chunkStore: { firstSearchable: down } }).search(query)).rejects.toMatchObject(
      unavailable,
    );
  });

  it("continues without the cosines of keyword hits if they are unavailable", async () => {
    const keyword = () => Promise.resolve([{ id: "only-words", score: 1 }]);
    const { hits, degraded } = await searcher({}, { keyword, cosines: down }).search({ ...query, limit: 10 });
    expect(degraded).toEqual(["semantic"]);
    expect(hits.find((hit) => hit.chunk.chunkId === "only-words")?.scores.semantic).toBeNull();
  });
});

describe("a complete search", () => {
  it("adds the cosine of hits that only the keyword retriever found", async () => {
    const keyword = () => Promise.resolve([{ id: "only-words", score: 1 }]);
    const { hits } = await searcher({}, { keyword }).search({ ...query, limit: 10 });
    expect(hits.find((hit) => hit.chunk.chunkId === "only-words")?.scores).toMatchObject({
      semantic: 0.5,
      keyword: 1,
    });
  });

  it("reads cosines only of the candidates it keeps, including replacements of unsearchable ones", async () => {
    const requests: (readonly string[])[] = [];
    const words = Array.from({ length: 10 }, (_, i) => `word-${i}`);
    const keyword = () => Promise.resolve(words.map((id) => ({ id, score: 1 })));
    const cosines: SearcherDeps["retrievers"]["cosines"] = (_vector, ids) => {
      requests.push(ids);
      return Promise.resolve(new Map(ids.map((id) => [id, 0.5])));
    };
    const semantic = () => Promise.resolve([{ id: "chunk-0", score: 0.9 }]);
    await searcher({}, { semantic, keyword, cosines }).search(query);
    expect(requests).toEqual([words.slice(0, 5)]);
    const firstSearchable: SearcherDeps["chunkStore"]["firstSearchable"] = (ids, _project, count) =>
      Promise.resolve(ids.slice(2, 2 + count).map(chunk));
    const { hits } = await searcher(
      { chunkStore: { firstSearchable } },
      { semantic, keyword, cosines },
    ).search({ ...query, limit: 5 });
    expect(requests.slice(1)).toEqual([words.slice(0, 7), words.slice(7, 8)]);
    expect(hits.every(({ scores }) => scores.semantic === 0.5)).toBe(true);
  });

  it("reads the passages, their missing cosines and the data for ranking at the same time", async () => {
    const begun: string[] = [];
    const all = Promise.withResolvers<void>();
    const together = async (what: string): Promise<void> => {
      if (begun.push(what) === 4) all.resolve();
      await all.promise;
    };
    const answer = searcher(
      {
        reranker: {
          ...reranker((_query, passages) => Promise.resolve(passages.map(() => 0.5))),
          kind: "late-interaction",
          prepare: (ids) => together(`prepare ${ids.length}`),
        },
        chunkStore: {
          firstSearchable: async (ids, _project, count) => {
            await together(`passages ${count}`);
            return ids.map(chunk);
          },
        },
      },
      {
        keyword: () => Promise.resolve([{ id: "only-words", score: 1 }]),
        cosines: async () => {
          await together("cosines");
          return new Map();
        },
      },
    ).search({ ...query, query: "which text?" });
    expect((await answer).hits).toHaveLength(3);
    expect(begun.toSorted()).toEqual(["cosines", "passages 50", "prepare 1", "prepare 10"]);
  });

  it("reads for the hits of the first retriever while the other is still running", async () => {
    const [cosinesRead, signsRead] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const found = await searcher(
      {
        reranker: {
          ...reranker((_query, passages) => Promise.resolve(passages.map(() => 0.5))),
          kind: "late-interaction",
          prepare: () => Promise.resolve(signsRead.resolve()),
        },
      },
      {
        keyword: () => Promise.resolve([{ id: "only-words", score: 1 }]),
        cosines: (_vector, ids) => {
          cosinesRead.resolve();
          return Promise.resolve(new Map(ids.map((id) => [id, 0.5])));
        },
        semantic: async () => {
          await Promise.all([cosinesRead.promise, signsRead.promise]);
          return [{ id: "chunk-0", score: 0.9 }];
        },
      },
    ).search({ ...query, query: "which text?" });
    expect(found.degraded).toEqual([]);
    expect(found.hits.map(({ scores }) => scores.semantic)).toEqual([0.9, 0.5]);
  });

  it("takes limit + 2 candidates after the check, so that forbidden ones displace no others", async () => {
    const requests: number[] = [];
    const firstSearchable: SearcherDeps["chunkStore"]["firstSearchable"] = (ids, _project, count) => {
      requests.push(count);
      return Promise.resolve(ids.slice(5).slice(0, count).map(chunk));
    };
    const { hits } = await searcher({ chunkStore: { firstSearchable } }).search(query);
    expect(requests).toEqual([5]);
    expect(hits.map((hit) => hit.chunk.chunkId)).toEqual(["chunk-5", "chunk-6", "chunk-7"]);
  });

  it("checks a few hits more than it keeps, and the others only if too few of these are searchable", async () => {
    const requests: number[] = [];
    const many = Array.from({ length: 40 }, (_, i) => ({ id: `hit-${i}`, score: 0.9 - i / 100 }));
    const firstSearchableFrom =
      (first: number): SearcherDeps["chunkStore"]["firstSearchable"] =>
      (ids, _project, count) => {
        requests.push(ids.length);
        return Promise.resolve(ids.slice(first).slice(0, count).map(chunk));
      };
    const found = async (first: number) => {
      const parts = { semantic: () => Promise.resolve(many), keyword: () => Promise.resolve([]) };
      const { hits } = await searcher(
        { chunkStore: { firstSearchable: firstSearchableFrom(first) } },
        parts,
      ).search(query);
      return hits.map((hit) => hit.chunk.chunkId);
    };
    expect([await found(10), requests]).toEqual([["hit-10", "hit-11", "hit-12"], [15]]);
    expect([await found(30), requests]).toEqual([
      ["hit-30", "hit-31", "hit-32"],
      [15, 15, 40],
    ]);
  });

  it("lets the reranker decide among the top K, and returns only what reaches min_similarity", async () => {
    const score: Reranker["score"] = (_query, passages) =>
      Promise.resolve(passages.map((_, i) => 0.2 + i / 5));
    const deps = {
      reranker: reranker(score),
      settings: { semanticWeight: 0.5, keywordWeight: 0.5, rerankTopK: 3 },
    };
    const all = await searcher(deps).search(query);
    expect(all.hits.map((hit) => hit.chunk.chunkId)).toEqual(["chunk-2", "chunk-1", "chunk-0"]);
    const some = await searcher(deps).search({ ...query, minSimilarity: 0.35 });
    expect(some.hits.map((hit) => hit.similarity)).toEqual([expect.closeTo(0.6), expect.closeTo(0.4)]);
  });

  it("stops when the caller disconnects", async () => {
    const never = () => new Promise<never>(() => undefined);
    const controller = new AbortController();
    const answer = searcher({}, { semantic: never, keyword: never }).search({
      ...query,
      signal: controller.signal,
    });
    controller.abort(new Error("hung up"));
    await expect(answer).rejects.toThrow("hung up");
  });
});
