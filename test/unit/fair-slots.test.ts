import { describe, expect, test } from "@jest/globals";
import { setImmediate as turn } from "node:timers/promises";
import { createFairSlots, type FairSlotsOptions } from "../../platform/concurrency/fair-slots.ts";

const slotsWith = (changes: Partial<FairSlotsOptions> = {}) =>
  createFairSlots({ what: "things", slots: 2, waitingEach: 50, waitMs: 10_000, ...changes });

/** Work that ends on demand and records its start. */
function held(begun: string[]) {
  const ends: (() => void)[] = [];
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => ends.push(() => resolve(name)));
  };
  const endOne = async () => {
    ends.shift()?.();
    await turn();
  };
  return { work, endOne, ends };
}

describe("fair slots", () => {
  test("run at most as much at once as there are slots, and finish everything", async () => {
    const slots = slotsWith();
    let [now, most] = [0, 0];
    const work = async () => {
      most = Math.max(most, ++now);
      await turn();
      return now--;
    };
    await Promise.all(Array.from({ length: 40 }, (_, i) => slots.run(`caller ${i % 3}`, work)));
    expect([now, most]).toEqual([0, 2]);
  });

  test("serve a new caller next, however many requests of another caller are waiting", async () => {
    const begun: string[] = [];
    const slots = slotsWith();
    const { work, endOne, ends } = held(begun);
    const all = Array.from({ length: 30 }, () => slots.run("greedy", work("greedy")));
    all.push(slots.run("quiet", work("quiet")));
    await turn();
    expect(begun).toEqual(["greedy", "greedy"]);
    await endOne();
    expect(begun).toEqual(["greedy", "greedy", "quiet"]);
    while (ends.length > 0) await endOne();
    expect(await Promise.all(all)).toHaveLength(31);
  });

  test("take turns among callers, each in order of arrival", async () => {
    const begun: string[] = [];
    const slots = slotsWith({ slots: 1 });
    const { work, endOne, ends } = held(begun);
    const names = ["a1", "a2", "a3", "b1", "b2", "c1"];
    const all = names.map((name) => slots.run(name.charAt(0), work(name)));
    await turn();
    while (ends.length > 0) await endOne();
    await Promise.all(all);
    expect(begun).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
  });

  test("keep a slot free from a caller with the maximum", async () => {
    const begun: string[] = [];
    const slots = slotsWith({ slots: 3, slotsEach: 2 });
    const { work, endOne, ends } = held(begun);
    const all = Array.from({ length: 4 }, () => slots.run("greedy", work("greedy")));
    all.push(slots.run("quiet", work("quiet")));
    await turn();
    expect(begun).toEqual(["greedy", "greedy", "quiet"]);
    while (ends.length > 0) await endOne();
    expect(await Promise.all(all)).toHaveLength(5);
  });

  test("refuse a caller's requests beyond the waiting limit with 429, and no others", async () => {
    const begun: string[] = [];
    const slots = slotsWith({ slots: 1, waitingEach: 2 });
    const { work, endOne, ends } = held(begun);
    const all = ["g1", "g2", "g3"].map((name) => slots.run("greedy", work(name)));
    const details = { reason: "too_many_at_once" };
    const refused = { code: "RATE_LIMITED", status: 429, retryAfter: 1, details };
    await expect(slots.run("greedy", work("g4"))).rejects.toMatchObject(refused);
    all.push(slots.run("quiet", work("q1")));
    while (ends.length > 0) await endOne();
    await Promise.all(all);
    expect(begun).toEqual(["g1", "q1", "g2", "g3"]);
    await expect(slots.run("greedy", () => Promise.resolve("again"))).resolves.toBe("again");
  });

  test("refuse with 503 after too long a wait, and never start that work", async () => {
    const begun: string[] = [];
    const slots = slotsWith({ slots: 1, waitMs: 5 });
    const { work, endOne } = held(begun);
    const first = slots.run("a", work("first"));
    const refused = {
      code: "SERVICE_UNAVAILABLE",
      retryAfter: 1,
      expected: true,
      details: { reason: "too_many_at_once" },
    };
    await expect(slots.run("b", work("late"))).rejects.toMatchObject(refused);
    await endOne();
    expect(await first).toBe("first");
    expect(begun).toEqual(["first"]);
    await expect(slots.run("b", () => Promise.resolve("again"))).resolves.toBe("again");
  });

  test("drop callers who disconnected while waiting or before", async () => {
    const begun: string[] = [];
    const slots = slotsWith({ slots: 1 });
    const { work, endOne } = held(begun);
    const first = slots.run("a", work("first"));
    const [waiting, gone] = [new AbortController(), AbortSignal.abort(new Error("gone before"))];
    const hungUp = slots.run("b", work("hung up"), waiting.signal);
    const next = slots.run("b", () => Promise.resolve("next"));
    waiting.abort(new Error("hung up"));
    await expect(hungUp).rejects.toThrow("hung up");
    await expect(slots.run("b", work("gone"), gone)).rejects.toThrow("gone before");
    await endOne();
    expect([await first, await next]).toEqual(["first", "next"]);
    expect(begun).toEqual(["first"]);
  });

  test("are not given to a caller who disconnected in the moment when one became free", async () => {
    const slots = slotsWith({ slots: 1 });
    const [running, disconnecting] = [Promise.withResolvers<string>(), new AbortController()];
    const first = slots.run("a", () => running.promise);
    const hungUp = slots.run("b", () => Promise.resolve("never"), disconnecting.signal);
    await turn();
    running.resolve("first");
    disconnecting.abort(new Error("hung up"));
    await expect(hungUp).rejects.toThrow("hung up");
    expect(await first).toBe("first");
    await expect(slots.run("c", () => Promise.resolve("next"))).resolves.toBe("next");
  });

  test("are released by work that throws", async () => {
    const slots = slotsWith({ slots: 1 });
    const failing = () => Promise.reject(new Error("no"));
    const throwing = () => {
      throw new Error("at once");
    };
    for (let i = 0; i < 5; i++) await expect(slots.run("a", failing)).rejects.toThrow("no");
    await expect(slots.run("a", throwing)).rejects.toThrow("at once");
    await expect(slots.run("a", () => Promise.resolve("done"))).resolves.toBe("done");
  });
});
