import { mock } from "node:test";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { together } from "../../web/src/live/together.ts";

let runs: [name: string, at: number][] = [];
let start = 0;
let refetches: ReturnType<typeof together>;

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout", "Date"], now: Date.UTC(2026, 2, 29, 0, 59, 59) });
  runs = [];
  start = Date.now();
  refetches = together((name) => runs.push([name, Date.now() - start]));
});
afterEach(() => {
  refetches.stop();
  mock.timers.reset();
});

/** In small steps, so that each call sees the time at which it is due. */
function pass(ms: number): void {
  for (let passed = 0; passed < ms; passed += 50) mock.timers.tick(Math.min(50, ms - passed));
}

const timesOf = (name: string): number[] => runs.filter(([ran]) => ran === name).map(([, at]) => at);

describe("fetching again", () => {
  test("happens once for events that arrive together", () => {
    for (let event = 0; event < 50; event += 1) refetches.add("evidence");
    pass(10_000);
    expect(timesOf("evidence")).toEqual([100]);
  });

  test("happens separately for each name", () => {
    refetches.add("evidence");
    refetches.add("findings");
    pass(100);
    expect(runs.map(([name]) => name)).toEqual(["evidence", "findings"]);
  });

  test("happens at most every 1.5 seconds, and always after the last event", () => {
    for (let ms = 0; ms < 10_000; ms += 50) {
      refetches.add("evidence");
      pass(50);
    }
    pass(10_000);
    const times = timesOf("evidence");
    for (const [index, at] of times.entries())
      if (index > 0) expect(at - times[index - 1]!).toBeGreaterThanOrEqual(1_500);
    expect(times.length).toBeLessThanOrEqual(8);
    expect(times.at(-1)).toBeGreaterThanOrEqual(9_950);
  });

  test("waits for the consequences of an event", () => {
    refetches.add("notifications", 1_200);
    pass(1_199);
    expect(runs).toEqual([]);
    pass(1);
    expect(timesOf("notifications")).toEqual([1_200]);
  });

  test("is repeated for an event just before it whose notification arrives later", () => {
    refetches.add("notifications", 1_200);
    pass(1_100);
    refetches.add("notifications", 1_200);
    pass(10_000);
    const times = timesOf("notifications");
    expect(times[0]).toBe(1_200);
    expect(times).toHaveLength(2);
    expect(times[1]).toBeGreaterThanOrEqual(2_300);
  });

  test("happens once for events whose notifications come together", () => {
    refetches.add("notifications", 1_200);
    refetches.add("notifications", 1_200);
    pass(10_000);
    expect(timesOf("notifications")).toEqual([1_200]);
  });

  test("happens once for events shortly after each other", () => {
    refetches.add("evidence");
    pass(50);
    refetches.add("evidence");
    pass(10_000);
    expect(timesOf("evidence")).toEqual([100]);
  });

  test("happens both at once and for what follows", () => {
    refetches.add("webhooks");
    refetches.add("webhooks", 1_200);
    pass(10_000);
    expect(timesOf("webhooks")).toEqual([100, 1_600]);
  });

  test("may begin again while it is running", () => {
    const again = together((name) => {
      runs.push([name, Date.now() - start]);
      if (runs.length < 3) again.add(name);
    });
    again.add("evidence");
    pass(10_000);
    expect(timesOf("evidence")).toEqual([100, 1_600, 3_100]);
  });

  test("ends with the page, including pending fetches", () => {
    refetches.add("evidence");
    refetches.add("webhooks");
    refetches.add("webhooks", 1_200);
    refetches.stop();
    pass(10_000);
    expect(runs).toEqual([]);
  });
});
