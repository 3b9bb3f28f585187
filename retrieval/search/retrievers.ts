import type { Client, estypes } from "@elastic/elasticsearch";
import type { ChunkIndex } from "../index/chunk-index.ts";
import { identifiersIn } from "../index/identifiers.rules.ts";
import { analyse, vectorToJson } from "../index/index-document.ts";
import { cosineOf, normaliseKeyword, type Hit } from "./fusion.rules.ts";
import { createProjectSizes } from "./project-sizes.ts";

const TITLE_WEIGHT = 1;
/** An exact identifier weighs this many times its own rarity: more than all ordinary words around it. */
const IDENTIFIER_WEIGHT = 3;
/**
 * Candidates by binary codes per returned neighbour, all of which are rescored with full vectors: the cosines are
 * exact, and recall@10 is above 0.98.
 */
const CANDIDATES_PER_HIT = 9;
/** In a project with more passages, more of them have a code like those of the nearest, so more are rescored. */
const MANY_PASSAGES = 300_000;
const NEIGHBOURS_AMONG_MANY = 300;
/** Of the index. A project that holds more has its words compared without a filter, which saves half of the time. */
const MOST = 0.5;
/** Of the index. A large project that holds more has its vectors compared without a filter, which saves a tenth of the time. */
const NEARLY_ALL = 0.9;

export interface HitRequest {
  projectId: string;
  evidenceTypes: readonly string[];
  /** The number of hits. */
  size: number;
  signal: AbortSignal;
}

interface IndexAccess {
  client: Client;
  chunkIndex: ChunkIndex;
  /** At most 10. Other numbers than the defaults are for benchmarks and tests only. */
  candidatesPerHit?: number;
  manyPassages?: number;
}

/** Reads the ids from their column; without `stored_fields`, the server would also read every hit's document. */
const ONLY_IDS = { _source: false, stored_fields: "_none_", docvalue_fields: ["chunk_id"] };

const idOf = ({ fields }: estypes.SearchHit): string =>
  (fields as { chunk_id?: [string] } | undefined)?.chunk_id?.[0] ?? "";

/** The two retrievers; both stay inside one project, whatever the query. */
export interface Retrievers {
  /** Nearest chunks by cosine, best first. */
  semantic(vector: Float32Array, request: HitRequest): Promise<Hit[]>;
  /** Best chunks by BM25, best first, with scores as shares of the best. */
  keyword(query: string, request: HitRequest): Promise<Hit[]>;
  /** The exact cosine of the given chunks; chunks that are not in the index are omitted. */
  cosines(
    vector: Float32Array,
    chunkIds: readonly string[],
    request: Omit<HitRequest, "size">,
  ): Promise<Map<string, number>>;
}

function filtersOf({ projectId, evidenceTypes }: Pick<HitRequest, "projectId" | "evidenceTypes">) {
  const filters: estypes.QueryDslQueryContainer[] = [{ term: { project_id: projectId } }];
  if (evidenceTypes.length > 0) filters.push({ terms: { evidence_types: [...evidenceTypes] } });
  return filters;
}

function wordsQuery(query: string, { meta }: ChunkIndex): estypes.QueryDslQueryContainer {
  const analysed = analyse(query, meta.analysis);
  const should: estypes.QueryDslQueryContainer[] = [
    { match: { content: { query: analysed } } },
    { match: { title: { query: analysed, boost: TITLE_WEIGHT } } },
    // Named queries, so that each hit lists the identifiers it contains.
    ...identifiersIn(query).map((value) => ({
      term: { identifiers: { value, boost: IDENTIFIER_WEIGHT, _name: value } },
    })),
  ];
  return { bool: { should } };
}

/** The same hits either way: the server compares words faster without a filter, but then the documents of all projects. */
const inScope = (
  words: estypes.QueryDslQueryContainer,
  filter: estypes.QueryDslQueryContainer[],
  { isMost }: { isMost: boolean },
): Pick<estypes.SearchRequest, "query" | "post_filter"> =>
  isMost
    ? { query: words, post_filter: { bool: { filter } } }
    : // In a query of its own, because the server compares documents faster than beside a filter.
      { query: { bool: { filter, must: [words] } } };

type Filter = estypes.QueryDslQueryContainer;

/** The number of neighbours to find, and among which passages. */
interface NearestQuery {
  k: number;
  filter: Filter[];
}

/** The `k` nearest. As a query, because a search's own `knn` section costs the server another round between its phases. */
function nearestQuery(
  vector: Float32Array,
  { k, filter, oversample }: NearestQuery & { oversample: number },
): estypes.QueryDslQueryContainer {
  const query_vector = vectorToJson(vector);
  const rescore_vector = { oversample };
  return { knn: { field: "vector", query_vector, k, num_candidates: k, filter, rescore_vector } };
}

type HitsOf = (request: estypes.SearchRequest, signal: AbortSignal) => Promise<(Hit & { named: number })[]>;

const createHitsOf =
  ({ client, chunkIndex }: IndexAccess): HitsOf =>
  async (request, signal) => {
    const found = await client.search(
      { index: chunkIndex.alias, ...ONLY_IDS, track_total_hits: false, ...request },
      // The caller sets the deadline; a retry would only come after it.
      { signal, maxRetries: 0 },
    );
    if (found.timed_out || found._shards.failed > 0)
      throw new Error("Elasticsearch returned partial results");
    return found.hits.hits.map((hit) => ({
      id: idOf(hit),
      score: hit._score ?? 0,
      named: Array.isArray(hit.matched_queries) ? hit.matched_queries.length : 0,
    }));
  };

/** Finds the nearest passages, of which `size` are returned. */
function createNearest(hitsOf: HitsOf, { candidatesPerHit: oversample = CANDIDATES_PER_HIT }: IndexAccess) {
  async function nearest(
    vector: Float32Array,
    { size, query, ...later }: { size: number; query: NearestQuery; post_filter?: Filter },
    signal: AbortSignal,
  ): Promise<Hit[]> {
    const hits = await hitsOf(
      { size, query: nearestQuery(vector, { ...query, oversample }), ...later },
      signal,
    );
    return hits.map(({ id, score }) => ({ id, score: cosineOf(score) }));
  }

  /** In a large project, which holds this share of the index. */
  async function nearestOfMany(vector: Float32Array, request: HitRequest, share: number): Promise<Hit[]> {
    const { size, signal } = request;
    const [filter, k] = [filtersOf(request), Math.max(2 * size, NEIGHBOURS_AMONG_MANY)];
    if (share > NEARLY_ALL && request.evidenceTypes.length === 0) {
      const post_filter = { bool: { filter } };
      const hits = await nearest(vector, { size, query: { k, filter: [] }, post_filter }, signal);
      // Otherwise, passages of other projects are nearer.
      if (hits.length === size) return hits;
    }
    return nearest(vector, { size, query: { k, filter } }, signal);
  }

  return { nearest, nearestOfMany };
}

export function createRetrievers(access: IndexAccess): Retrievers {
  const { client, chunkIndex, manyPassages = MANY_PASSAGES } = access;
  const sizes = createProjectSizes(client, chunkIndex.alias);
  const hitsOf = createHitsOf(access);
  const { nearest, nearestOfMany } = createNearest(hitsOf, access);

  return {
    semantic: (vector, request) => {
      const { size, signal } = request;
      const { passages, share } = sizes.of(request.projectId);
      return passages > manyPassages
        ? nearestOfMany(vector, request, share)
        : nearest(vector, { size, query: { k: size, filter: filtersOf(request) } }, signal);
    },
    keyword: async (query, request) => {
      const isMost = sizes.of(request.projectId).share > MOST && request.evidenceTypes.length === 0;
      const scope = inScope(wordsQuery(query, chunkIndex), filtersOf(request), { isMost });
      const search = { size: request.size, ...scope };
      const wanted = identifiersIn(query).length;
      const hits = await hitsOf(search, request.signal);
      return normaliseKeyword(
        hits.map(({ id, score, named }) => ({ id, score, ...(named > 0 && { exact: named / wanted }) })),
      );
    },
    cosines: async (vector, chunkIds, { signal, ...scope }) => {
      if (chunkIds.length === 0) return new Map();
      const filter = [...filtersOf(scope), { ids: { values: [...chunkIds] } }];
      const size = chunkIds.length;
      const hits = await nearest(vector, { size, query: { k: size, filter } }, signal);
      return new Map(hits.map(({ id, score }) => [id, score]));
    },
  };
}
