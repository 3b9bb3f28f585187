import { expect, test } from "@jest/globals";
import { paired } from "../../platform/paired.ts";

test("elements are paired by position, undefined ones too", () => {
  expect(paired(["a", "b"], [1, undefined])).toEqual([
    ["a", 1],
    ["b", undefined],
  ]);
  expect(paired([], [])).toEqual([]);
});

test.each([
  [["a"], []],
  [["a"], [1, 2]],
])("lists of different lengths are refused", (first, second) => {
  expect(() => paired(first, second)).toThrow(
    `expected lists of the same length, not of ${first.length} and ${second.length}`,
  );
});
