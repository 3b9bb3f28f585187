import { expect, test } from "@jest/globals";
import { isRelevant } from "../../web/src/features/search/is-relevant.ts";

test.each([
  ["a similar passage without the words", 0.15, "who left last month", true],
  ["a passage with a word of the query", 0.004, "the <mark>team</mark> met", true],
  ["a passage that has nothing to do with it", 0.005, "a list of vendors", false],
])("Ctrl-K and %s", (_what, similarity, highlight, expected) =>
  expect(isRelevant({ similarity, highlight })).toBe(expected),
);
