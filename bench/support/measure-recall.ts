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

/** A query with its true ten nearest neighbours. */
export interface ExactAnswer {
  vector: Float32Array;
  nearest: readonly string[];
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

/** Compares 50 queries with every passage; passages are made one at a time. */
export async function answerExactly(
  embedder: Pick<BenchStack["embedder"], "embed">,
  known: Iterable<KnownVector>,
  random: () => number,
): Promise<ExactAnswer[]> {
  const queries = await embedder.embed(Array.from({ length: QUERIES }, () => syntheticQuery(random)));
  const tops = queries.map((): Scored[] => []);
  for (const { id, vector } of known)
    for (const [i, query] of queries.entries()) insert(tops[i]!, { id, score: dot(query, vector) });
  return queries.map((vector, i) => ({ vector, nearest: tops[i]!.map(({ id }) => id) }));
}

/**
 * Mean share of the true ten nearest neighbours among the index's first ten, inside the project or the files of
 * this type.
 */
export async function measureRecall(
  { projectId, ...index }: Pick<BenchStack, "projectId"> & Parameters<typeof createRetrievers>[0],
  exact: readonly ExactAnswer[],
  type?: string,
): Promise<number> {
  const retrievers = createRetrievers(index);
  let found = 0;
  for (const { vector, nearest } of exact) {
    const hits = await retrievers.semantic(vector, {
      projectId,
      evidenceTypes: type === undefined ? [] : [type],
      size: FETCHED,
      signal: new AbortController().signal,
    });
    const first = new Set(hits.slice(0, TOP).map((hit) => hit.id));
    found += nearest.filter((id) => first.has(id)).length;
  }
  return found / (exact.length * TOP);
}
