import { evidenceOf } from "../index/chunk-id.ts";
import type { FusedHit } from "./fusion.rules.ts";
import { nearnessOf } from "./similarity.rules.ts";

/** The share of the distance between the two best passages of a piece of evidence that counts against it. */
const SHARE = 0.5;
/** One outstanding passage is worth nearly as much as two: beyond this, the distance means nothing. */
const MOST = 0.5;
/** For evidence with only one passage, or only one hit. */
const ALONE = 0.125;

/**
 * The penalty of each piece of evidence, in the logistic units of the similarity: a relevant document
 * mentions its topic in more than one place. It is the same for all its passages, so their order does not
 * change.
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
