import { describe, expect, test } from "@jest/globals";
import { resultOfAttempt, withoutWorkflow } from "../../domain/webhooks/attempt.rules.ts";
import type { AttemptAnswer } from "../../domain/webhooks/webhook.rules.ts";

const AT = new Date("2026-11-21T12:00:00.000Z");
const after = (ms: number): Date => new Date(AT.getTime() + ms);
/** Two attempts: the second one 5 s after the first has failed. */
const timing = { at: AT, latencyMs: 200, random: 0.5, scheduleS: [0, 5] };
const attempted = (answer: AttemptAnswer, number = 1) =>
  resultOfAttempt({ deliveryId: "d", webhookId: "w", number }, answer, timing);
const status = (code: number, text: string | null = "") => ({ status: code, retryAfter: null, text });
const NONE = { status: null, error: "cannot be reached" } as const;

describe("an attempt", () => {
  test("that was accepted delivers", () => {
    const { record, outcome, waitMs } = attempted(status(204));
    expect([outcome, waitMs]).toEqual(["delivered", null]);
    expect(record).toMatchObject({ status: "delivered", statusCode: 204, error: null, nextAttemptAt: null });
  });

  test.each([
    ["a refusal", status(500), 500, null],
    ["no answer", NONE, null, "cannot be reached"],
  ])("that ends with %s is followed by another, counted from its end", (_what, answer, code, error) => {
    const { record, outcome, waitMs } = attempted(answer);
    expect([outcome, waitMs]).toEqual(["failed", 5_000]);
    expect(record).toMatchObject({ status: "retrying", statusCode: code, error });
    expect(record.nextAttemptAt).toEqual(after(5_200));
  });

  test("after the last one kills the delivery, and so does a 410", () => {
    for (const { record } of [attempted(status(500), 2), attempted(status(410))])
      expect(record).toMatchObject({ status: "dead", nextAttemptAt: null });
  });

  test("keeps the text of its answer as far as PostgreSQL can store it", () => {
    expect(attempted(status(500, "a\0b\ud83d")).record.answer).toBe("ab\ufffd");
    expect(attempted(status(500, null)).record.answer).toBeNull();
    expect(attempted(NONE).record.answer).toBeNull();
  });

  test("whose workflow was not started waits in the table, unless nothing follows", () => {
    const { record } = attempted(status(500));
    expect(withoutWorkflow(record)).toEqual({ ...record, status: "pending", leasedUntil: after(5_200) });
    const last = attempted(status(200)).record;
    expect(withoutWorkflow(last)).toBe(last);
  });
});
