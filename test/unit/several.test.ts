import { expect, test } from "@jest/globals";
import { several, severalNames } from "../../api/common.contract.ts";

const KINDS = several(["a", "b", "c"], "Of these");
const NAMES = severalNames(10, "Of these");

test.each(["a,b", ["a", "b"], [" a , b"]])("%j is a and b", (sent) => {
  expect(KINDS.parse(sent)).toEqual(["a", "b"]);
});

test.each(["", "d", "a,", ["a", "d"], []])("%j is none of them", (sent) => {
  expect(KINDS.safeParse(sent).success).toBe(false);
});

test("an omitted filter selects everything", () => {
  expect([KINDS.parse(undefined), NAMES.parse(undefined)]).toEqual([undefined, undefined]);
});

test.each([
  ["x", ["x"]],
  [
    ["x", "y"],
    ["x", "y"],
  ],
  ["x, y", ["x, y", "x", "y"]],
  ["much too long,y", ["y"]],
])("the names in %j are %j", (sent, names) => {
  expect(NAMES.parse(sent)).toEqual(names);
});

test.each(["", "longer than ten"])("%j has no name", (sent) => {
  expect(NAMES.safeParse(sent).success).toBe(false);
});
