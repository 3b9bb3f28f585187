import { describe, expect, it } from "@jest/globals";
import { seededRandom } from "../../bench/support/synthetic-chunks.ts";
import { bytesOf, maxSim, packStates } from "../../retrieval/embedding/packed-states.rules.ts";
import { tokenStates, type HiddenStates } from "../../retrieval/embedding/pooling.rules.ts";

const DIMENSION = 384;

/** What a model could give: each component the sum of a few dice, special pieces included. */
function states(pieces: number, random: () => number): HiddenStates {
  const dice = () => random() + random() + random() + random() - 2;
  return { data: Float32Array.from({ length: (pieces + 2) * DIMENSION }, dice), dimension: DIMENSION };
}

const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);

/** Late interaction with all digits. */
function exact(query: HiddenStates, passage: HiddenStates): number {
  const [asked, read] = [tokenStates(query), tokenStates(passage)];
  const best = asked.map((one) => Math.max(...read.map((other) => dot(one, other))));
  return Math.max(0, best.reduce((sum, cosine) => sum + cosine, 0) / best.length);
}

describe("packed states", () => {
  it.each([1, 4, 7, 30])("score within a hundredth of the exact ones, a query of %i pieces", (pieces) => {
    const random = seededRandom(pieces);
    for (let round = 0; round < 10; round++) {
      const [query, passage] = [states(pieces, random), states(60, random)];
      // Half of the passage speaks of what is asked.
      for (let i = 0; i < passage.data.length / 2; i++)
        passage.data[i] = 0.5 * (passage.data[i] ?? 0) + (query.data[i % query.data.length] ?? 0);
      const score = maxSim(tokenStates(query), packStates(passage));
      expect(Math.abs(score - exact(query, passage))).toBeLessThan(0.01);
    }
  });

  it("take a byte a component, without the special pieces", () => {
    const packed = packStates(states(100, seededRandom(1)));
    expect(bytesOf(packed)).toBe(100 * DIMENSION + 100 * 4);
  });

  it("of nothing, or of zeros, are met by nothing", () => {
    const query = tokenStates(states(3, seededRandom(2)));
    const zeros = { data: new Float32Array(4 * DIMENSION), dimension: DIMENSION };
    expect(maxSim(query, packStates(states(0, seededRandom(3))))).toBe(0);
    expect(maxSim(query, packStates(zeros))).toBe(0);
    expect(maxSim([], packStates(states(5, seededRandom(4))))).toBe(0);
  });
});
