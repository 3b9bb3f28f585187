import { describe, expect, test } from "@jest/globals";
import { entryOf } from "../../domain/entry-of.rules.ts";
import { lastOf } from "../../domain/last-of.rules.ts";
import { only } from "../../domain/only.rules.ts";
import { ownValue } from "../../domain/own-value.rules.ts";

describe("only", () => {
  test("returns the element of a list of one, even a false one", () => {
    expect(only([0])).toBe(0);
  });

  test.each([[[]], [[1, 2]]])("refuses %j", (list: number[]) => {
    expect(() => only(list)).toThrow(`expected a list of one element, not of ${list.length}`);
  });
});

test("lastOf returns the last element and refuses an empty list", () => {
  expect(lastOf(["a", "b"])).toBe("b");
  expect(() => lastOf([])).toThrow("at least one element");
});

test("entryOf returns the value of a key and names a missing one", () => {
  const places = new Map([["CC6.1", 0]]);
  expect(entryOf(places, "CC6.1")).toBe(0);
  expect(() => entryOf(places, "CC6.2")).toThrow("the map has no entry for CC6.2");
});

test("ownValue ignores what every object inherits", () => {
  expect(ownValue({ csv: "text" }, "csv")).toBe("text");
  expect(ownValue({ csv: "text" }, "constructor")).toBeUndefined();
});
