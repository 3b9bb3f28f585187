import { expect, test } from "@jest/globals";
import { ApiError } from "../../web/src/http/api-error.ts";
import { nextLook } from "../../web/src/features/webhooks/next-look.ts";
import { pollWhile } from "../../web/src/http/poll-while.ts";

const errorOf = (status: number) =>
  new ApiError(status, { error: { code: "X", message: "", details: {} }, request_id: null });
const poll = pollWhile<{ isBusy: boolean }>(({ isBusy }) => isBusy, 1_000);

test("what is in progress is asked for again, also after an error that passes", () => {
  expect(poll({ state: { data: { isBusy: true }, error: null } })).toBe(1_000);
  expect(poll({ state: { data: { isBusy: true }, error: errorOf(503) } })).toBe(1_000);
  expect(poll({ state: { data: { isBusy: true }, error: errorOf(0) } })).toBe(1_000);
  expect(poll({ state: { data: { isBusy: false }, error: null } })).toBe(false);
});

test("what is gone is not asked for again", () => {
  expect(
    [403, 404].map((status) => poll({ state: { data: { isBusy: true }, error: errorOf(status) } })),
  ).toEqual([false, false]);
});

test("what has begun before the first answer is asked for until there is one", () => {
  const begun = pollWhile<{ isBusy: boolean }>(({ isBusy }) => isBusy, 1_000, true);
  expect([poll, begun].map((one) => one({ state: { data: undefined, error: null } }))).toEqual([
    false,
    1_000,
  ]);
});

test("deliveries are looked at again soon while one is sent, and at the next attempt while all wait for theirs", () => {
  const now = Date.parse("2026-03-01T12:00:00Z");
  const retrying = (inMs: number) =>
    ({ status: "retrying", next_attempt_at: new Date(now + inMs).toISOString() }) as const;
  const [sending, dead] = (["sending", "dead"] as const).map((status) => ({ status, next_attempt_at: null }));
  expect(
    [
      [],
      [dead!],
      [sending!, retrying(30_000)],
      [dead!, retrying(30_000)],
      [retrying(30_000), retrying(20_000)],
      [retrying(-5_000)],
      [retrying(6 * 3_600_000)],
    ].map((deliveries) => nextLook(deliveries, now)),
  ).toEqual([false, false, 2_000, 30_000, 20_000, 2_000, 60_000]);
});
