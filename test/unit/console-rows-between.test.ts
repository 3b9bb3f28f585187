import { expect, test } from "@jest/globals";
import { rowsBetween } from "../../web/src/ui/use-range.ts";

const rows = "abcde".split("").map((id) => ({ id }));

test.each([
  ["b", "d", "bcd"],
  ["d", "b", "bcd"],
  ["c", "c", "c"],
  [null, "c", "c"],
  ["gone", "c", "c"],
])("between %s and %s are %s", (from, to, between) => {
  expect(
    rowsBetween(rows, from, { id: to })
      .map(({ id }) => id)
      .join(""),
  ).toBe(between);
});
