import { describe, expect, test } from "@jest/globals";
import { setImmediate as turn } from "node:timers/promises";
import { createEndpointSlots } from "../../activities/webhooks/endpoint-slots.ts";

const SLOTS = 25;

describe("the slots of an endpoint", () => {
  test("allow a limited number at once, and the others afterwards", async () => {
    const inSlot = createEndpointSlots();
    let [now, most] = [0, 0];
    const work = async (): Promise<number> => {
      most = Math.max(most, ++now);
      await turn();
      return now--;
    };
    const done = await Promise.all(Array.from({ length: 200 }, () => inSlot("one", work)));
    expect(most).toBe(SLOTS);
    expect(done).not.toContain(null);
    expect(now).toBe(0);
  });

  test("reject attempts that wait too long, without affecting other endpoints", async () => {
    const inSlot = createEndpointSlots();
    const end = Promise.withResolvers<string>();
    const hanging = Array.from({ length: SLOTS }, () => inSlot("hangs", () => end.promise));
    const late = inSlot("hangs", () => Promise.resolve("late"));
    expect(await inSlot("well", () => Promise.resolve("done"))).toBe("done");
    expect(await late).toBeNull();
    end.resolve("ended");
    expect(new Set(await Promise.all(hanging))).toEqual(new Set(["ended"]));
    expect(await inSlot("hangs", () => Promise.resolve("again"))).toBe("again");
  });

  test("are released by work that throws", async () => {
    const inSlot = createEndpointSlots();
    const failing = () => inSlot("one", () => Promise.reject(new Error("no")));
    for (let i = 0; i < SLOTS * 2; i++) await expect(failing()).rejects.toThrow("no");
    expect(await inSlot("one", () => Promise.resolve("done"))).toBe("done");
  });
});
