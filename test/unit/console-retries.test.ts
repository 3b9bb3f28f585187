import { expect, test } from "@jest/globals";
import { ApiError } from "../../web/src/http/api-error.ts";
import { createQueryClient } from "../../web/src/query-client.ts";

const { retry } = createQueryClient(() => undefined).getDefaultOptions().queries!;
const isRetried = retry as (failures: number, error: unknown) => boolean;
const errorWith = (status: number, waitedMs: number) =>
  new ApiError(status, { error: { code: "X", message: "", details: {} }, request_id: null }, { waitedMs });

test.each([
  ["an outage, three times", 2, errorWith(503, 20), true],
  ["an outage, but not for ever", 3, errorWith(503, 20), false],
  ["an error for whose dependency the API has waited itself", 0, errorWith(503, 5_000), false],
  ["an error of the request", 0, errorWith(404, 20), false],
  ["a missing answer", 0, ApiError.unreachable("gone"), true],
  ["a bug", 0, new TypeError("x is not a function"), false],
])("whether a query is repeated after %s", (_what, failures, error, expected) =>
  expect(isRetried(failures, error)).toBe(expected),
);
