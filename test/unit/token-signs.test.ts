import { describe, expect, it } from "@jest/globals";
import { seededRandom } from "../../testkit/seeded-random.ts";
import {
  storableSigns,
  readStoredSigns,
  pieceWeights,
  packSigns,
  signMatches,
  signSimilarities,
} from "../../retrieval/embedding/token-signs.rules.ts";
import { tokenStates, type HiddenStates } from "../../retrieval/embedding/pooling.rules.ts";
import { distinctiveWeights } from "../../retrieval/rerank/distinctive-weights.rules.ts";

const DIMENSION = 384;

/** Plausible output of a model: each component is the sum of a few dice, special pieces included. */
function states(pieces: number, random: () => number, dimension = DIMENSION): HiddenStates {
  const dice = () => random() + random() + random() + random() - 2;
  return { data: Float32Array.from({ length: (pieces + 2) * dimension }, dice), dimension };
}

const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);

/** Late interaction with all digits. */
function exact(query: HiddenStates, passage: HiddenStates, weights: readonly number[]): number {
  const [queried, read] = [tokenStates(query), tokenStates(passage)];
  const best = queried.map((one) => Math.max(0, ...read.map((other) => dot(one, other))));
  const total = best.reduce((sum, cosine, at) => sum + cosine * weights[at]!, 0);
  return total / weights.reduce((sum, weight) => sum + weight, 0);
}

const similarity = (query: HiddenStates, passage: HiddenStates, weights: readonly number[]): number =>
  signSimilarities({ pieces: tokenStates(query), weights }, [packSigns(passage)])[0]!;

describe("signs of word pieces", () => {
  it.each([1, 4, 7, 30])("estimate late interaction, a question of %i pieces", (pieces) => {
    const random = seededRandom(pieces);
    for (let round = 0; round < 10; round++) {
      const [query, passage] = [states(pieces, random), states(60, random)];
      // The passage matches the question better in each round.
      for (let i = 0; i < passage.data.length; i++)
        passage.data[i] = passage.data[i]! * 0.5 + (round / 10) * query.data[i % query.data.length]!;
      const weights = Array.from({ length: pieces }, () => 1 + 9 * random());
      const difference = similarity(query, passage, weights) - exact(query, passage, weights);
      expect(Math.abs(difference)).toBeLessThan(0.1);
    }
  });

  it.each([1, 3, 4, 6, 7, 13])("give the estimate of each sign for %i pieces", (count) => {
    const random = seededRandom(20 + count);
    for (const dimension of [DIMENSION, 12]) {
      const signsOf = (state: HiddenStates) =>
        tokenStates(state).map((piece) => piece.map((component) => (component > 0 ? 1 : -1)));
      const [query, passage] = [states(count, random, dimension), states(40, random, dimension)];
      const scale = Math.sqrt(Math.PI / 2 / dimension);
      const best = tokenStates(query).map((piece) =>
        Math.min(1, Math.max(0, ...signsOf(passage).map((signs) => scale * dot(piece, signs)))),
      );
      const pieces = { pieces: tokenStates(query), weights: best.map((_, i) => 2 + count - i) };
      const { matches } = signMatches(pieces, [packSigns(passage)]);
      for (const [i, match] of matches[0]!.entries()) expect(Math.abs(match - best[i]!)).toBeLessThan(0.001);
    }
  });

  it("give 1 for the query itself", () => {
    const query = states(9, seededRandom(3));
    expect(similarity(query, query, Array(9).fill(1) as number[])).toBeGreaterThan(0.97);
  });

  it("use one bit per component, without the special pieces", () => {
    expect(packSigns(states(100, seededRandom(1)))).toHaveLength((100 * DIMENSION) / 8);
    const odd = { data: Float32Array.of(9, 9, 9, -1, 2, 3, 9, 9, 9), dimension: 3 };
    expect([...packSigns(odd)]).toEqual([0b110]);
  });

  it("of an empty text match nothing", () => {
    const query = states(3, seededRandom(2));
    expect(similarity(query, states(0, seededRandom(3)), [1, 1, 1])).toBe(0);
    expect(signSimilarities({ pieces: [], weights: [] }, [packSigns(states(5, seededRandom(4)))])).toEqual([
      0,
    ]);
  });

  it("score many passages like each one alone", () => {
    const random = seededRandom(5);
    const query = { pieces: tokenStates(states(6, random)), weights: [1, 2, 3, 4, 5, 6] };
    const passages = [20, 1, 70].map((pieces) => packSigns(states(pieces, random)));
    expect(signSimilarities(query, passages)).toEqual(
      passages.map((passage) => signSimilarities(query, [passage])[0]),
    );
  });

  it("of a long question are those of its heaviest pieces", () => {
    const random = seededRandom(6);
    const [long, passage] = [states(40, random), packSigns(states(50, random))];
    const weights = Array.from({ length: 40 }, (_, i) => (i < 8 ? 0.001 : 1));
    const heavy = { data: long.data.slice(8 * DIMENSION), dimension: DIMENSION };
    const [whole] = signSimilarities({ pieces: tokenStates(long), weights }, [passage]);
    const [cut] = signSimilarities({ pieces: tokenStates(heavy), weights: Array<number>(32).fill(1) }, [
      passage,
    ]);
    expect(whole).toBeCloseTo(cut!, 5);
  });

  it("of a question are compared without its punctuation and most common words", () => {
    const random = seededRandom(7);
    const [queried, passage] = [tokenStates(states(5, random)), packSigns(states(50, random))];
    const decisive = { pieces: queried.slice(0, 3), weights: [4, 9, 6] };
    const whole = { pieces: queried, weights: [4, 9, 6, 1, 1] };
    expect(signSimilarities(whole, [passage])).toEqual(signSimilarities(decisive, [passage]));
  });

  it("belong to the model that made them", () => {
    const signs = Uint8Array.of(1, 2, 3);
    const kept = storableSigns(signs, "a model");
    expect([...readStoredSigns(kept, "a model")!]).toEqual([1, 2, 3]);
    expect(readStoredSigns(kept, "another model")).toBeNull();
    expect(readStoredSigns(Buffer.of(1), "a model")).toBeNull();
  });
});

describe("the pieces of a query", () => {
  it("count by the odds against meeting them in a candidate", () => {
    const matches = [Float64Array.of(1, 0.2, 0.5), Float64Array.of(1, 0.6, 0.5)];
    const [common, rare, half] = distinctiveWeights({ weights: [1, 1, 2], matches });
    expect(common).toBeLessThan(0.002);
    expect(rare).toBeCloseTo(1.5, 1);
    expect(half).toBeCloseTo(2, 5);
  });

  it("count by their own weights alone if every candidate is the query itself, or none has anything of it", () => {
    for (const match of [0, 1]) {
      const [one, other] = distinctiveWeights({ weights: [1, 3], matches: [Float64Array.of(match, match)] });
      expect(other! / one!).toBeCloseTo(3, 9);
    }
  });

  it("count by how rare they are; what is no word counts least", () => {
    const [mark, the, access, encryption] = pieceWeights([1_029, 1_996, 3_229, 21_999]);
    expect(mark).toBe(the);
    expect(the).toBeLessThan(access!);
    expect(access).toBeLessThan(encryption!);
  });

  it("have equal weights in a small vocabulary", () => {
    expect(new Set(pieceWeights([5, 77, 1_200])).size).toBe(1);
  });
});
