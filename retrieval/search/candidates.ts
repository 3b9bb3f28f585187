import type { Logger } from "../../platform/logger.ts";
import type { Embedder } from "../embedding/embedder.ts";
import type { QueryEmbedding } from "../embedding/embedding.ts";
import { isMissing, UnusableIndexError } from "../index/chunk-index.ts";
import { withDeadline } from "./deadline.ts";
import { fuse, type FusedHit, type FusionWeights, type Hit } from "./fusion.rules.ts";
import type { Retrievers } from "./retrievers.ts";
import { searchUnavailable } from "./search-unavailable.ts";

/** Together, these leave time to answer within 5 s; a slower model or index is stuck. */
const EMBED_MS = 1_000;
const RETRIEVER_MS = 1_800;
const MIN_FETCHED = 100;
const FETCHED_PER_RESULT = 5;

/**
 * `index`: both retrievers answered, but the index is known to lack passages; `rerank`: nothing was rescored.
 */
export type Degradation = "semantic" | "keyword" | "rerank" | "index";

export interface CandidateRequest {
  query: string;
  projectId: string;
  evidenceTypes: readonly string[];
  limit: number;
  /** Settles when the caller may read the project: until then, only the query is read. Resolved by default. */
  permission?: Promise<void>;
  /**
   * Called with the hits of the retriever that answers first, while the other is still running, and with the
   * embedding if these hits lack cosines.
   */
  onFirst?(hits: readonly Hit[], embedding: QueryEmbedding | null): void;
  signal?: AbortSignal;
}

/** The fused results of both retrievers. `embedding` is null if the query could not be embedded. */
export interface Candidates {
  hits: FusedHit[];
  embedding: QueryEmbedding | null;
  degraded: Degradation[];
}

export interface CandidateDeps {
  embedder: Pick<Embedder, "embedQuery">;
  retrievers: Retrievers;
  weights: FusionWeights;
  logger: Logger;
}

/** A failed retriever counts as empty; the response reports it, and the cause is logged. */
function outcomeOf<T>(part: Degradation, result: PromiseSettledResult<T>, logger: Logger): T | null {
  if (result.status === "fulfilled") return result.value;
  // A lost index fails every search until someone rebuilds it.
  const err = isMissing(result.reason)
    ? new UnusableIndexError("The search index does not exist")
    : (result.reason as unknown);
  logger.warn({ err, part }, "One retriever of the search failed");
  return null;
}

function degradationOf(semantic: Hit[] | null, keyword: Hit[] | null): Degradation[] {
  const found = (semantic?.length ?? 0) + (keyword?.length ?? 0) > 0;
  const lacking = (hits: Hit[] | null) => hits === null || (found && hits.length === 0);
  return [
    ...(lacking(semantic) ? ["semantic" as const] : []),
    ...(lacking(keyword) ? ["keyword" as const] : []),
  ];
}

/**
 * Queries both retrievers in parallel and fuses their results. `degraded` names a retriever that fails or
 * finds nothing. Throws SERVICE_UNAVAILABLE if both fail, the reason of the caller's abort, and that of a refused
 * permission.
 */
export async function findCandidates(deps: CandidateDeps, request: CandidateRequest): Promise<Candidates> {
  const { query, projectId, evidenceTypes, limit, permission, onFirst, signal } = request;
  const size = Math.max(MIN_FETCHED, FETCHED_PER_RESULT * limit);
  const scope = { projectId, evidenceTypes, size };
  let answered = 0;
  const embedded = withDeadline("Embedding the query", EMBED_MS, signal, (s) =>
    deps.embedder.embedQuery(query, s),
  );
  const searchSemantic = async () => {
    const [embedding] = await Promise.all([embedded, permission]);
    const hits = await withDeadline("The semantic retriever", RETRIEVER_MS, signal, (s) =>
      deps.retrievers.semantic(embedding.vector, { ...scope, signal: s }),
    );
    if (++answered === 1) onFirst?.(hits, null);
    return { embedding, hits };
  };
  const searchWords = async () => {
    await permission;
    const hits = await withDeadline("The keyword retriever", RETRIEVER_MS, signal, (s) =>
      deps.retrievers.keyword(query, { ...scope, signal: s }),
    );
    if (++answered === 1) embedded.then((embedding) => onFirst?.(hits, embedding)).catch(() => undefined);
    return hits;
  };
  const [semantic, keyword] = await Promise.allSettled([searchSemantic(), searchWords()]);
  signal?.throwIfAborted();
  await permission;
  const near = outcomeOf("semantic", semantic, deps.logger);
  const words = outcomeOf("keyword", keyword, deps.logger);
  if (near === null && words === null) throw searchUnavailable();
  return {
    hits: fuse(near?.hits ?? [], words ?? [], deps.weights),
    embedding: near?.embedding ?? null,
    degraded: degradationOf(near?.hits ?? null, words),
  };
}
