import { createRetrievers } from "../../retrieval/search/retrievers.ts";
import type { BenchStack } from "./bench-stack.ts";
import { syntheticQuery } from "../../testkit/synthetic-chunks.ts";

const QUERIES = 50;
const TOP = 10;
const FETCHED = 100;

/** A passage for the exact search. */
interface KnownVector {
  id: string;
  vector: Float32Array;
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

interface Scored {
  id: string;
  score: number;
}

function insert(top: Scored[], one: Scored): void {
  if (top.length === TOP && one.score <= top.at(-1)!.score) return;
  top.push(one);
  top.sort((a, b) => b.score - a.score);
  top.length = Math.min(top.length, TOP);
}

/** The exact nearest passages of each query; passages are made one at a time. */
function exactTops(queries: readonly Float32Array[], known: Iterable<KnownVector>): Scored[][] {
  const tops = queries.map((): Scored[] => []);
  for (const { id, vector } of known)
    for (const [i, query] of queries.entries()) insert(tops[i]!, { id, score: dot(query, vector) });
  return tops;
}

/**
 * Mean share of the true ten nearest neighbours among the index's first ten, inside the project or its tenth.
 */
export async function measureRecall(
  { client, chunkIndex, embedder, projectId }: BenchStack,
  known: Iterable<KnownVector>,
  random: () => number,
  type?: string,
): Promise<number> {
  const retrievers = createRetrievers({ client, chunkIndex });
  const queries = await embedder.embed(Array.from({ length: QUERIES }, () => syntheticQuery(random)));
  const tops = exactTops(queries, known);
  let found = 0;
  for (const [i, query] of queries.entries()) {
    const hits = await retrievers.semantic(query, {
      projectId,
      evidenceTypes: type === undefined ? [] : [type],
      size: FETCHED,
      signal: new AbortController().signal,
    });
    const first = new Set(hits.slice(0, TOP).map((hit) => hit.id));
    found += tops[i]!.filter(({ id }) => first.has(id)).length;
  }
  return found / (queries.length * TOP);
}
