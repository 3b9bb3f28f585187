import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { packVectors, unpackVectors } from "../../activities/evidence/vector-file.ts";
import { LaneQueue, type PoolLane, type TaskWait } from "../../retrieval/embedding/lane-queue.ts";
import { meanPool, normalise, tokenStates } from "../../retrieval/embedding/pooling.rules.ts";
import { readStoredSigns, storableSigns } from "../../retrieval/embedding/token-signs.rules.ts";
import { tokenBatches } from "../../retrieval/embedding/token-batches.rules.ts";
import { chunkIdOf, evidenceOf, revisionOf } from "../../retrieval/index/chunk-id.ts";
import { queueOptionsSymbol } from "piscina";

const DIMENSION = 4;
const floats = fc.float({ min: -100, max: 100, noNaN: true });
const vectors = fc.array(
  fc.array(floats, { minLength: DIMENSION, maxLength: DIMENSION }).map((values) => Float32Array.from(values)),
  { maxLength: 20 },
);
const lengthOf = (vector: Float32Array): number => Math.hypot(...vector);

describe("a vector", () => {
  test("has length 1 once normalised, unless it is zero", () => {
    fc.assert(
      fc.property(fc.array(floats, { maxLength: 50 }), (values) => {
        const length = lengthOf(normalise(Float32Array.from(values)));
        fc.pre(length === 0 || Math.hypot(...values) > 1e-3);
        if (length !== 0) expect(length).toBeCloseTo(1, 4);
      }),
    );
    expect([...normalise(Float32Array.of(0, 0))]).toEqual([0, 0]);
    expect([...normalise(Float32Array.of(3, 4))].map((value) => value.toFixed(2))).toEqual(["0.60", "0.80"]);
  });

  test("of a text is the direction of the mean of its pieces", () => {
    const data = Float32Array.of(2, 0, 0, 0, 0, 2, 0, 0);
    const [x, y, z] = meanPool({ data, dimension: DIMENSION });
    expect(x).toBeCloseTo(Math.SQRT1_2, 6);
    expect(y).toBeCloseTo(Math.SQRT1_2, 6);
    expect(z).toBe(0);
    expect([...meanPool({ data: new Float32Array(0), dimension: 2 })]).toEqual([0, 0]);
    const broken = Float32Array.from([1, Number.NaN]);
    expect(() => meanPool({ data: broken, dimension: 2 })).toThrow("not a finite number");
  });

  test("of each piece omits the first and last special ones", () => {
    const data = Float32Array.from([9, 9, 3, 4, 0, 5, 9, 9]);
    const states = tokenStates({ data, dimension: 2 }).map((state) =>
      [...state].map((value) => value.toFixed(1)),
    );
    expect(states).toEqual([
      ["0.6", "0.8"],
      ["0.0", "1.0"],
    ]);
    for (const pieces of [0, 1, 2])
      expect(tokenStates({ data: new Float32Array(pieces * 2), dimension: 2 })).toEqual([]);
  });
});

describe("batches of texts", () => {
  test("contain every text once, shortest first, and no more pieces than allowed unless it is one text", () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(300), { maxLength: 60 }),
        fc.integer({ min: 1, max: 600 }),
        (lengths, most) => {
          const batches = tokenBatches(lengths, most);
          expect(batches.flat().toSorted((a, b) => a - b)).toEqual(lengths.map((_, index) => index));
          const inOrder = batches.flat().map((index) => lengths[index]!);
          expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b));
          for (const batch of batches)
            if (batch.length > 1)
              expect(batch.reduce((sum, index) => sum + lengths[index]!, 0)).toBeLessThanOrEqual(most);
        },
      ),
    );
  });

  test.each([
    [[], 10, []],
    [[10, 10, 10], 20, [[0, 1], [2]]],
    [[30, 5, 5], 10, [[1, 2], [0]]],
    [[11], 10, [[0]]],
    [[10, 10, 10, 10, 10], 20, [[0, 1], [2, 3], [4]]],
    [[6, 5, 5], 10, [[1, 2], [0]]],
    [[0, 0, 0, 1], 1, [[0, 1, 2, 3]]],
    [[1, 1], 1, [[0], [1]]],
  ])("of %j with at most %d are %j", (lengths, most, batches) =>
    expect(tokenBatches(lengths, most)).toEqual(batches),
  );
});

describe("a file of vectors", () => {
  const about = { model: "a\nmodel ü", dimension: DIMENSION };

  test("returns what was stored, whatever the length of the model's name", () => {
    fc.assert(
      fc.property(vectors, fc.string({ maxLength: 9 }), (all, model) => {
        const found = unpackVectors(packVectors(all, { model, dimension: DIMENSION }));
        expect(found).toMatchObject({ model, dimension: DIMENSION, count: all.length });
        expect(found.vectors.map((vector) => [...vector])).toEqual(all.map((vector) => [...vector]));
      }),
    );
  });

  test("stores only the vector's part of a larger buffer", () => {
    const whole = Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8);
    const { vectors: found } = unpackVectors(packVectors([whole.subarray(4)], about));
    expect([...found[0]!]).toEqual([5, 6, 7, 8]);
  });

  test("is refused if it was truncated or extended", () => {
    const file = packVectors([Float32Array.of(1, 2, 3, 4)], about);
    for (let length = 0; length < file.length; length += 1)
      expect(() => unpackVectors(file.subarray(0, length))).toThrow();
    expect(() => unpackVectors(Buffer.concat([file, Buffer.alloc(4)]))).toThrow("incomplete");
  });
});

describe("stored signs", () => {
  const signs = Uint8Array.of(1, 2, 3);

  test("are read for their model only", () => {
    const kept = storableSigns(signs, "model-a");
    expect([...readStoredSigns(kept, "model-a")!]).toEqual([1, 2, 3]);
    expect(readStoredSigns(kept, "model-b")).toBeNull();
    expect(readStoredSigns(kept, "")).toBeNull();
  });

  test("are missing if they are too short, and empty if there are none", () => {
    expect(readStoredSigns(Buffer.alloc(3), "model-a")).toBeNull();
    expect([...readStoredSigns(storableSigns(new Uint8Array(0), "model-a"), "model-a")!]).toEqual([]);
  });
});

describe("the id of a chunk", () => {
  test("contains its evidence and revision, and sorts by position", () => {
    const evidence = "01981d4e-7c1b-7d3a-9f1e-3a5b6c7d8e9f";
    fc.assert(
      fc.property(fc.nat(99_999), fc.nat(200), (ordinal, revision) => {
        const id = chunkIdOf(evidence, ordinal, revision);
        expect([evidenceOf(id), revisionOf(id)]).toEqual([evidence, revision]);
        if (ordinal > 0) expect(chunkIdOf(evidence, ordinal - 1) < chunkIdOf(evidence, ordinal)).toBe(true);
      }),
    );
    expect(chunkIdOf(evidence, 7)).toBe(`${evidence}_00007`);
    expect(chunkIdOf(evidence, 7, 2)).toBe(`${evidence}_00007-2`);
  });
});

describe("the queue of the embedding threads", () => {
  type Task = Parameters<LaneQueue["push"]>[0];
  const rejected: unknown[] = [];
  const taskOf = (lane: PoolLane, owner: object = {}): Task => {
    const wait: TaskWait = { lane, owner, reject: (reason) => rejected.push(reason) };
    return { [queueOptionsSymbol]: wait };
  };

  test("runs interactive tasks first, and each kind in order", () => {
    const queue = new LaneQueue();
    const [slow, slower] = [taskOf("bulk"), taskOf("bulk")];
    const [quick, quicker] = [taskOf("interactive"), taskOf("interactive")];
    for (const task of [slow, quick, slower, quicker]) queue.push(task);
    expect(queue.size).toBe(4);
    expect([queue.shift(), queue.shift(), queue.shift(), queue.shift(), queue.shift()]).toEqual([
      quick,
      quicker,
      slow,
      slower,
      null,
    ]);
  });

  test("lets the first owner and the one with the fewest tasks take turns", () => {
    const queue = new LaneQueue();
    const tasksOf = (count: number) => {
      const owner = {};
      return Array.from({ length: count }, () => taskOf("bulk", owner));
    };
    const [large, same, small] = [tasksOf(4), tasksOf(4), tasksOf(2)];
    for (const task of [...large, ...same, ...small]) queue.push(task);
    const order = Array.from({ length: 10 }, () => queue.shift());
    const [a, b, c, d] = large;
    expect(order).toEqual([a, small[0], b, small[1], c, d, ...same]);
  });

  test("returns a task that found no thread to the front of its kind", () => {
    const queue = new LaneQueue();
    const [first, second] = [taskOf("bulk"), taskOf("bulk")];
    queue.push(second);
    queue.unshift(first);
    expect([queue.shift(), queue.shift()]).toEqual([first, second]);
  });

  test("removes one task, and ignores one that is running", () => {
    const queue = new LaneQueue();
    const [one, other] = [taskOf("bulk"), taskOf("bulk")];
    queue.push(one);
    queue.push(other);
    queue.remove(one);
    queue.remove(one);
    expect([queue.size, queue.shift()]).toEqual([1, other]);
  });

  test("rejects all waiting tasks", () => {
    const queue = new LaneQueue();
    queue.push(taskOf("bulk"));
    queue.push(taskOf("interactive"));
    const error = new Error("closed");
    queue.rejectAll(error);
    expect([queue.size, rejected]).toEqual([0, [error, error]]);
  });
});
