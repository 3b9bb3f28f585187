import { describe, expect, it } from "@jest/globals";
import { seededRandom } from "../../bench/support/synthetic-chunks.ts";
import { bytesOf, maxSim, packStates } from "../../retrieval/embedding/packed-states.rules.ts";
import { pieceWeights } from "../../retrieval/embedding/piece-weights.rules.ts";
import { tokenStates, type HiddenStates } from "../../retrieval/embedding/pooling.rules.ts";

const DIMENSION = 384;

/** Possible output of a model: each component is a sum of a few dice, special tokens included. */
function states(pieces: number, random: () => number): HiddenStates {
  const dice = () => random() + random() + random() + random() - 2;
  return { data: Float32Array.from({ length: (pieces + 2) * DIMENSION }, dice), dimension: DIMENSION };
}

const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);

/** Late interaction at full precision. */
function exact(query: HiddenStates, passage: HiddenStates, weights: readonly number[]): number {
  const [asked, read] = [tokenStates(query), tokenStates(passage)];
  const best = asked.map((one) => Math.max(0, ...read.map((other) => dot(one, other))));
  const total = best.reduce((sum, cosine, at) => sum + cosine * weights[at]!, 0);
  return total / weights.reduce((sum, weight) => sum + weight, 0);
}

describe("packed states", () => {
  it.each([1, 4, 7, 30])("score within a hundredth of the exact ones, for a query of %i pieces", (pieces) => {
    const random = seededRandom(pieces);
    for (let round = 0; round < 10; round++) {
      const [query, passage] = [states(pieces, random), states(60, random)];
      // Half of the passage is about the query.
      for (let i = 0; i < passage.data.length / 2; i++)
        passage.data[i] = 0.5 * (passage.data[i] ?? 0) + (query.data[i % query.data.length] ?? 0);
      const weights = Array.from({ length: pieces }, () => 1 + 9 * random());
      const score = maxSim(tokenStates(query), packStates(passage), weights);
      expect(Math.abs(score - exact(query, passage, weights))).toBeLessThan(0.01);
    }
  });

  it("take a byte per component, without the special pieces", () => {
    const packed = packStates(states(100, seededRandom(1)));
    expect(bytesOf(packed)).toBe(100 * DIMENSION + 100 * 4);
  });

  it("of nothing, or of zeros, match nothing", () => {
    const query = tokenStates(states(3, seededRandom(2)));
    const zeros = { data: new Float32Array(4 * DIMENSION), dimension: DIMENSION };
    expect(maxSim(query, packStates(states(0, seededRandom(3))), [1, 1, 1])).toBe(0);
    expect(maxSim(query, packStates(zeros), [1, 1, 1])).toBe(0);
    expect(maxSim([], packStates(states(5, seededRandom(4))), [])).toBe(0);
  });
});

describe("the pieces of a query", () => {
  it("are weighted by rarity; special tokens weigh least", () => {
    const [mark, the, access, encryption] = pieceWeights([1_029, 1_996, 3_229, 21_999]);
    expect(mark).toBe(the);
    expect(the).toBeLessThan(access!);
    expect(access).toBeLessThan(encryption!);
  });

  it("are weighted equally in a tiny vocabulary", () => {
    expect(new Set(pieceWeights([5, 77, 1_200])).size).toBe(1);
  });
});
