import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { createLocalCounts } from "../../platform/rates/local-counts.ts";
import {
  NONE,
  STEPS,
  narrow,
  rateHeaders,
  slide,
  tighterOf,
  usedOf,
  type Counts,
  type RateLimits,
  type WindowCounts,
} from "../../platform/rates/rate-windows.ts";

const START_MS = Date.UTC(2026, 2, 29, 0, 59, 30);

function counting(limits: RateLimits) {
  let ms = START_MS;
  const counts = createLocalCounts({ now: () => new Date(ms) });
  return {
    pass: (more: number) => void (ms += more),
    goTo: (to: number) => void (ms = to),
    now: () => ms,
    counts,
    hit: (subject = "a") => counts.hit(subject, limits),
  };
}

const limits = fc.record({
  perMinute: fc.integer({ min: 1, max: 6 }),
  perHour: fc.integer({ min: 1, max: 20 }),
});
/** Milliseconds between two requests: bursts, and pauses of up to 20 minutes. */
const pauses = fc.array(
  fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 30_000 }), fc.integer({ min: 30_000, max: 1_200_000 })),
  { minLength: 1, maxLength: 80 },
);

/** The most times within any period of this length. */
const maxWithin = (times: readonly number[], lengthMs: number): number =>
  Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + lengthMs).length));

describe("a rate limit", () => {
  test("holds in every period of a minute and of an hour, wherever it begins", () => {
    fc.assert(
      fc.property(limits, pauses, (own, all) => {
        const { pass, now, hit } = counting(own);
        const counted = all.flatMap((pause) => {
          pass(pause);
          return hit().counted ? [now()] : [];
        });
        expect(maxWithin(counted, 60_000)).toBeLessThanOrEqual(own.perMinute);
        expect(maxWithin(counted, 3_600_000)).toBeLessThanOrEqual(own.perHour);
      }),
    );
  });

  test("accepts a refused request at the announced reset, and not earlier", () => {
    fc.assert(
      fc.property(limits, pauses, (own, all) => {
        const { pass, goTo, hit } = counting(own);
        const last = all.map((pause) => (pass(pause), hit())).at(-1)!;
        fc.pre(!last.counted);
        const { reset, exceeded, remaining } = tighterOf(last, own);
        expect([exceeded, remaining]).toEqual([true, 0]);
        goTo(reset * 1_000 - 1);
        expect(hit().counted).toBe(false);
        goTo(reset * 1_000);
        expect(hit().counted).toBe(true);
      }),
    );
  });

  test("accepts requests that stay below it", () => {
    const { pass, hit } = counting({ perMinute: 10, perHour: 120 });
    for (let request = 0; request < 300; request += 1) {
      expect(hit().counted).toBe(true);
      pass(33_000);
    }
  });

  test("counts each subject separately", () => {
    const { hit } = counting({ perMinute: 1, perHour: 10 });
    expect([hit("a"), hit("b"), hit("a")].map(({ counted }) => counted)).toEqual([true, true, false]);
  });

  test("of zero refuses a subject once it is known", () => {
    const { counts } = counting({ perMinute: 5, perHour: 5 });
    counts.hit("a", { perMinute: 5, perHour: 5 });
    expect(counts.refusal("a", { perMinute: 0, perHour: 5 })).toMatchObject({ counted: false });
  });
});

describe("the counts of this process", () => {
  const own = { perMinute: 2, perHour: 10 };

  test("have no count for an unseen subject", () => {
    expect(counting(own).counts.refusal("a", own)).toBeNull();
  });

  test("allow one more request after one was uncounted", () => {
    const { counts, hit } = counting(own);
    hit();
    hit();
    expect(counts.refusal("a", own)).not.toBeNull();
    counts.uncount("a");
    expect(counts.refusal("a", own)).toBeNull();
    expect([hit().counted, hit().counted]).toEqual([true, false]);
  });

  test("uncount a request of an earlier step as well", () => {
    const { counts, hit, pass } = counting(own);
    hit();
    hit();
    pass(20_000);
    counts.uncount("a");
    expect(hit().counted).toBe(true);
  });

  test("ignore the uncounting of an unseen subject", () => {
    const { counts, hit } = counting(own);
    counts.uncount("a");
    expect([hit(), hit(), hit()].map(({ counted }) => counted)).toEqual([true, true, false]);
  });

  test("learn the higher count, in whatever order the answers of the store arrive", () => {
    const { hit, counts } = counting(own);
    const [one, two] = [hit("other"), hit("other")];
    for (const order of [
      [one, two],
      [two, one],
    ]) {
      for (const answer of order) counts.learn(`a${order.indexOf(one)}`, answer);
      expect(counts.refusal(`a${order.indexOf(one)}`, own)).not.toBeNull();
    }
  });
});

describe("a window", () => {
  const window: WindowCounts = { step: 100, counts: [1, 2, 3, ...Array<number>(STEPS - 2).fill(4)] };

  test("keeps its counts for their lifetime, and then drops them", () => {
    expect(slide(window, 101)).toEqual({ step: 101, counts: [0, 1, 2, 3, ...Array<number>(9).fill(4)] });
    expect(slide(window, 100 + STEPS).counts).toEqual([...Array<number>(STEPS).fill(0), 1]);
    expect(usedOf(slide(window, 101 + STEPS))).toBe(0);
    expect(usedOf(slide(window, 1e9))).toBe(0);
  });

  test("that is ahead of this clock stays unchanged", () => {
    expect(slide(window, 100)).toBe(window);
    expect(slide(window, 100 - STEPS)).toBe(window);
  });

  test("that is further ahead than its length starts over", () => {
    expect(slide(window, 99 - STEPS)).toEqual({ step: 99 - STEPS, counts: NONE.counts });
  });

  test("slides in one step as in several", () => {
    fc.assert(
      fc.property(fc.nat(30), fc.nat(30), (a, b) =>
        expect(slide(slide(window, 100 + a), 100 + a + b)).toEqual(slide(window, 100 + a + b)),
      ),
    );
  });

  test("without requests has one count for each step and one more", () => {
    expect(NONE.counts).toHaveLength(STEPS + 1);
    expect(usedOf(NONE)).toBe(0);
  });
});

describe("the reported window", () => {
  const counts = (minute: number, hour: number, counted = true): Counts => ({
    minute: { step: 12, counts: [minute, ...Array<number>(STEPS).fill(0)] },
    hour: { step: 12, counts: [hour, ...Array<number>(STEPS).fill(0)] },
    counted,
  });
  const most = { perMinute: 10, perHour: 100 };

  test.each<[string, Counts, string, number, boolean]>([
    ["the one with less left", counts(1, 1), "minute", 9, false],
    ["the hour if it has less left", counts(1, 95), "hour", 5, false],
    ["the minute if both have the same left", counts(5, 95), "minute", 5, false],
    ["the minute if it alone refuses", counts(10, 20, false), "minute", 0, true],
    ["the hour if it alone refuses", counts(9, 100, false), "hour", 0, true],
    ["the one that refuses for longer", counts(10, 100, false), "hour", 0, true],
    ["not exceeded by the last request that counts", counts(10, 20), "minute", 0, false],
    ["never below zero", counts(12, 20), "minute", 0, false],
  ])("is %s", (_name, given, window, remaining, exceeded) => {
    expect(tighterOf(given, most)).toMatchObject({ window, remaining, exceeded });
  });
});

describe("the limits of a credential", () => {
  test.each([
    [undefined, { perMinute: 10, perHour: 100 }],
    [{}, { perMinute: 10, perHour: 100 }],
    [{ perMinute: 5 }, { perMinute: 5, perHour: 100 }],
    [{ perHour: 7 }, { perMinute: 10, perHour: 7 }],
    [
      { perMinute: 11, perHour: 1_000 },
      { perMinute: 10, perHour: 100 },
    ],
  ])("%j never exceed the gateway's", (own, expected) => {
    expect(narrow({ perMinute: 10, perHour: 100 }, own)).toEqual(expected);
  });
});

test("the headers name the limit, the remaining requests and the reset, in seconds", () => {
  const state = { window: "hour", limit: 100, remaining: 3, reset: 1_000, exceeded: false } as const;
  const all = { perMinute: 10, perHour: 100 };
  expect(rateHeaders(state, all, 940.9)).toEqual({
    "X-RateLimit-Limit": "100",
    "X-RateLimit-Remaining": "3",
    "X-RateLimit-Reset": "1000",
    "RateLimit-Policy": '"minute";q=10;w=60, "hour";q=100;w=3600',
    RateLimit: '"hour";r=3;t=60',
  });
  expect(rateHeaders(state, all, 1_001)["RateLimit"]).toBe('"hour";r=3;t=0');
});
