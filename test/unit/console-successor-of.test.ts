import { expect, test } from "@jest/globals";
import { successorOf } from "../../web/src/features/review/successor-of.ts";

const listOf = (ids: string) => ids.split("").map((id) => ({ id }));

test.each([
  ["stays while it is listed", "abcd", "b", "abcd", "b"],
  ["turns to the next", "abcd", "b", "acd", "c"],
  ["skips others that have gone", "abcd", "b", "ad", "d"],
  ["goes back from the end", "abcd", "d", "abc", "c"],
  ["turns to the next among new ones", "abc", "b", "xac", "c"],
  ["starts again when all have gone", "ab", "a", "xy", "x"],
  ["ends with the list", "a", "a", "", undefined],
])("what is shown %s", (_what, before, shown, now, next) => {
  expect(successorOf({ shown: { id: shown }, evidence: listOf(before) }, listOf(now))?.id).toBe(next);
});

test("the first is shown first", () => {
  expect(successorOf(null, listOf("ab"))?.id).toBe("a");
});
