import { createRetrievers } from "../../retrieval/search/retrievers.ts";
import type { BenchStack } from "./bench-stack.ts";
import { syntheticQuery } from "../../testkit/synthetic-chunks.ts";

const QUERIES = 50;
const TOP = 10;
const FETCHED = 100;

/** A passage for the exact search. */
export interface KnownVector {
  id: string;
  vector: Float32Array;
  evidenceTypes: readonly string[];
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

function exactTop(query: Float32Array, known: readonly KnownVector[]): string[] {
  const scored = known.map(({ id, vector }) => ({ id, score: dot(query, vector) }));
  return scored
    .sort((a, b) => b.score - a.score)
    .slice(0, TOP)
    .map(({ id }) => id);
}

/**
 * Mean share of the true ten nearest neighbours among the index's first ten, inside the project or its tenth.
 */
export async function measureRecall(
  { client, chunkIndex, embedder, projectId }: BenchStack,
  known: readonly KnownVector[],
  random: () => number,
  type?: string,
): Promise<number> {
  const retrievers = createRetrievers({ client, chunkIndex });
  const within = type === undefined ? known : known.filter((chunk) => chunk.evidenceTypes.includes(type));
  const queries = await embedder.embed(Array.from({ length: QUERIES }, () => syntheticQuery(random)));
  let found = 0;
  for (const query of queries) {
    const hits = await retrievers.semantic(query, {
      projectId,
      evidenceTypes: type === undefined ? [] : [type],
      size: FETCHED,
      signal: new AbortController().signal,
    });
    const first = new Set(hits.slice(0, TOP).map((hit) => hit.id));
    found += exactTop(query, within).filter((id) => first.has(id)).length;
  }
  return found / (queries.length * TOP);
}
