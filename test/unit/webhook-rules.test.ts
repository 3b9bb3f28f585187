import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { Webhook as Verifier } from "standardwebhooks";
import {
  DELIVERY_TIMING,
  breakerMs,
  hasFailedTooLong,
  outcomeOf,
  takesKind,
  waitAfter,
  type AttemptAnswer,
} from "../../domain/webhooks/webhook.rules.ts";
import { newWebhookSecret, signWebhook } from "../../domain/webhooks/webhook-secret.ts";

const { scheduleS } = DELIVERY_TIMING;
const NOW = new Date("2026-11-21T12:00:00.000Z");
const DAY_S = 86_400;
const answer = (status: number, retryAfter: string | null = null): AttemptAnswer => ({
  status,
  retryAfter,
  text: "",
});
const NONE: AttemptAnswer = { status: null, error: "cannot be reached" };
const wait = (number: number, given: AttemptAnswer, random = 0.5) =>
  waitAfter(number, given, { now: NOW, random, scheduleS });

describe("the consequence of a response", () => {
  test.each<[AttemptAnswer, string]>([
    [answer(200), "delivered"],
    [answer(204), "delivered"],
    [answer(299), "delivered"],
    [answer(301), "failed"],
    [answer(400), "failed"],
    [answer(404), "failed"],
    [answer(410), "gone"],
    [answer(429), "failed"],
    [answer(500), "failed"],
    [NONE, "failed"],
  ])("%j: %s", (given, outcome) => expect(outcomeOf(given)).toBe(outcome));
});

describe("the delay after a failed attempt", () => {
  test("follows the schedule, and ends with it", () => {
    const waits = scheduleS.map((_, n) => wait(n + 1, NONE));
    expect(waits).toEqual([...scheduleS.slice(1).map((seconds) => seconds * 1_000), null]);
  });

  test("varies by at most a fifth", () => {
    const numbers = fc.integer({ min: 1, max: scheduleS.length - 1 });
    fc.assert(
      fc.property(numbers, fc.double({ min: 0, max: 1, noNaN: true }), (number, random) => {
        const planned = scheduleS[number]! * 1_000;
        const waited = wait(number, NONE, random)!;
        expect(Math.abs(waited - planned)).toBeLessThanOrEqual(planned * 0.2 + 1);
      }),
    );
  });

  test.each<[string, number]>([
    ["120", 120],
    [" 7 ", 7],
    ["0", 5],
    ["1", 5],
    ["999999999999", DAY_S],
    ["9".repeat(400), DAY_S],
    ["Sat, 21 Nov 2026 12:01:00 GMT", 60],
    ["Sat, 21 Nov 2026 11:00:00 GMT", 5],
    ["Sat, 21 Nov 2099 12:00:00 GMT", DAY_S],
    ["soon", 5],
    ["", 5],
  ])("honours Retry-After: %s", (retryAfter, seconds) => {
    for (const status of [429, 503]) expect(wait(1, answer(status, retryAfter))).toBe(seconds * 1_000);
  });

  test("is never shorter than the schedule nor longer than a day, whatever a receiver requests", () => {
    fc.assert(
      fc.property(fc.string(), (retryAfter) => {
        const waited = wait(1, answer(503, retryAfter))!;
        expect(waited).toBeGreaterThanOrEqual(5_000);
        expect(waited).toBeLessThanOrEqual(DAY_S * 1_000);
      }),
    );
  });

  test("ends after the last attempt, whatever a receiver requests", () =>
    expect(wait(scheduleS.length, answer(503, "60"))).toBeNull());
});

describe("the breaker", () => {
  test.each([
    [0, null],
    [4, null],
    [5, 30_000],
    [6, 60_000],
    [9, 480_000],
    [10, 600_000],
    [1_000_000, 600_000],
  ])("after %d failures: %p ms", (failures, ms) => expect(breakerMs(failures)).toBe(ms));
});

describe("an endpoint is turned off", () => {
  const since = (days: number) => new Date(NOW.getTime() - days * DAY_S * 1_000);
  test.each([
    [9, 10, false],
    [10, 4.9, false],
    [10, 5, true],
    [1, 30, false],
  ])("after %d failures in %d days: %p", (failures, days, expected) =>
    expect(hasFailedTooLong({ failures, since: since(days) }, NOW)).toBe(expected),
  );
});

describe("a subscription", () => {
  test.each([
    [["*"], "evidence.uploaded", true],
    [["evidence.*"], "evidence.uploaded", true],
    [["evidence.*"], "evidences.uploaded", false],
    [["evidence.uploaded"], "evidence.uploaded", true],
    [["evidence.uploaded"], "evidence.uploaded_again", false],
    [["project.*", "ping"], "evidence.uploaded", false],
  ])("to %j includes %s: %p", (events, kind, expected) => expect(takesKind(events, kind)).toBe(expected));
});

describe("a secret", () => {
  const about = { id: "msg_1", timestamp: Math.floor(Date.now() / 1_000), body: '{"a":1}' };
  const headersOf = (secret: string) => ({
    "webhook-id": about.id,
    "webhook-timestamp": String(about.timestamp),
    "webhook-signature": signWebhook(secret, about),
  });

  test.each([`whsec_${Buffer.alloc(16, 1).toString("base64")}`, "whsec_c2hvcnQ="])(
    "in the format of Standard Webhooks represents its bytes: %s",
    (secret) => expect(new Verifier(secret).verify(about.body, headersOf(secret))).toEqual({ a: 1 }),
  );

  test.each(["short", "sixteen letters!", "whsec_", "whsec_c2hvcnQ", "whsec_no base64 at all", "Ünïcödé ✓"])(
    "in any other format signs unchanged: %s",
    (secret) => {
      const verifier = new Verifier(Buffer.from(secret), { format: "raw" });
      expect(verifier.verify(about.body, headersOf(secret))).toEqual({ a: 1 });
    },
  );

  test("signs any body as Standard Webhooks verifies it", () => {
    const timestamp = Math.floor(Date.now() / 1_000);
    fc.assert(
      fc.property(fc.json(), fc.uuid(), (body, id) => {
        const secret = newWebhookSecret();
        const headers = {
          "webhook-id": id,
          "webhook-timestamp": String(timestamp),
          "webhook-signature": signWebhook(secret, { id, timestamp, body }),
        };
        expect(new Verifier(secret).verify(body, headers)).toEqual(JSON.parse(body));
      }),
    );
  });
});
