import { expect, test } from "@jest/globals";
import { ApiError } from "../../web/src/http/api-error.ts";
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
