import { expect, test } from "@jest/globals";
import type { Response } from "express";
import { answerLimit } from "../../platform/rates/answer-limit.ts";
import { NONE, slide, type Counts, type WindowCounts } from "../../platform/rates/rate-windows.ts";

const NOW = Date.UTC(2026, 0, 5, 10, 0, 30, 500);
const limits = { perMinute: 3, perHour: 5 };

/** The counts of requests that were all made now. */
const countsOf = (minute: number, hour: number, counted: boolean): Counts => {
  const newest = (seconds: number, count: number): WindowCounts => ({
    ...slide(NONE, Math.floor(NOW / 1_000 / seconds)),
    counts: NONE.counts.with(0, count),
  });
  return { minute: newest(5, minute), hour: newest(300, hour), counted };
};

/** The headers that are set, and the error that is thrown. */
function answered(counts: Counts, now = NOW) {
  const headers = new Map<string, string>();
  const set = (names: string | object, value?: string) => {
    const pairs = typeof names === "string" ? { [names]: value } : names;
    for (const [name, one] of Object.entries(pairs)) headers.set(name, String(one));
  };
  let thrown: unknown = null;
  try {
    answerLimit({ now: () => new Date(now) }, { set } as unknown as Response, counts, limits);
  } catch (error) {
    thrown = error;
  }
  return { headers: Object.fromEntries(headers), thrown };
}

test("a request below the limits passes, with what is left in its headers", () => {
  const { headers, thrown } = answered(countsOf(1, 1, true));
  expect(thrown).toBeNull();
  expect(headers).toMatchObject({
    "X-RateLimit-Limit": "3",
    "X-RateLimit-Remaining": "2",
    "RateLimit-Policy": '"minute";q=3;w=60, "hour";q=5;w=3600',
  });
  expect(headers).not.toHaveProperty("Retry-After");
});

test("the last request within a limit passes", () => {
  const { headers, thrown } = answered(countsOf(3, 3, true));
  expect([headers["X-RateLimit-Remaining"], thrown]).toEqual(["0", null]);
});

test.each([
  ["the minute", countsOf(3, 3, false), 3, 65_000],
  ["the hour", countsOf(1, 5, false), 5, 3_900_000],
])("a request above the limit of %s is refused until there is room", (_window, counts, limit, longestMs) => {
  const { headers, thrown } = answered(counts);
  const { details } = thrown as { details: { reset_time: string } };
  const waitMs = Date.parse(details.reset_time) - NOW;
  expect(thrown).toMatchObject({ code: "RATE_LIMITED", details: { limit, remaining: 0 } });
  expect(waitMs).toBeGreaterThan(0);
  expect(waitMs).toBeLessThanOrEqual(longestMs);
  expect(headers["Retry-After"]).toBe(String(Math.ceil(waitMs / 1_000)));
});

test("a refusal asks to wait for at least a second, even when there is room again", () => {
  const { headers } = answered(countsOf(3, 3, false), NOW + 600_000);
  expect(headers["Retry-After"]).toBe("1");
});
