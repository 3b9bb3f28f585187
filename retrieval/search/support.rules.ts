import { evidenceOf } from "../index/chunk-id.ts";
import type { FusedHit } from "./fusion.rules.ts";
import { nearnessOf } from "./similarity.rules.ts";

/** How much of the distance between the two best passages of a piece of evidence counts against it. */
const SHARE = 0.5;
/** One passage that stands out is worth nearly as much as two: beyond this the distance says nothing. */
const MOST = 0.5;
/** Of evidence that has one passage, or that was found by one. */
const ALONE = 0.125;

/**
 * What speaks against each piece of evidence, in the logistic units of the similarity: a document that is about something
 * says so in more than one place. The same for all its passages, so that their order among themselves stays.
 */
export function lackOfSupport(hits: readonly FusedHit[]): (chunkId: string) => number {
  const best = new Map<string, number[]>();
  for (const { id, semantic, keyword } of hits) {
    if (semantic === null) continue;
    const evidence = evidenceOf(id);
    best.set(evidence, [...(best.get(evidence) ?? []), nearnessOf(semantic, keyword ?? 0)]);
  }
  const lacking = new Map(
    [...best].map(([evidence, all]) => {
      const [first, second] = all.toSorted((a, b) => b - a);
      return [evidence, second === undefined ? ALONE : Math.min(MOST, SHARE * (first! - second))];
    }),
  );
  return (chunkId) => lacking.get(evidenceOf(chunkId)) ?? ALONE;
}
