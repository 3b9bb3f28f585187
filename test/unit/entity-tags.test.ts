import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { allowsChange, entityTagOf, namesTag } from "../../platform/web/entity-tags.ts";

/** The same value with the keys of every object in reverse order. */
const turned = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, one]) => [name, turned(one)]),
  );
};

describe("an entity tag", () => {
  test("is a strong validator in quotation marks", () => {
    expect(entityTagOf({ a: 1 })).toMatch(/^"[\w-]{43}"$/);
  });

  test("is the same for the same data, in any order of the keys", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (data) => {
        expect(entityTagOf(turned(data))).toBe(entityTagOf(data));
        expect(entityTagOf(JSON.parse(JSON.stringify(data)))).toBe(entityTagOf(data));
      }),
    );
  });

  test.each([
    [{ a: 1 }, { a: 2 }],
    [{ a: 1 }, { a: "1" }],
    [{ a: 1 }, { b: 1 }],
    [{ a: null }, {}],
    [{ a: [1, 2] }, { a: [2, 1] }],
    [{ a: [] }, { a: {} }],
    [{ a: "é" }, { a: "e\u0301" }],
    [{ a: { b: { c: 1 } } }, { a: { b: { c: 2 } } }],
    [[], {}],
    [0, false],
    ["", null],
  ])("of %j differs from that of %j", (a, b) => expect(entityTagOf(a)).not.toBe(entityTagOf(b)));

  test("ignores what JSON omits", () => {
    expect(entityTagOf({ a: 1, b: undefined })).toBe(entityTagOf({ a: 1 }));
    expect(entityTagOf(undefined)).toMatch(/^"[\w-]{43}"$/);
  });

  test("is the same for a date and its text", () => {
    expect(entityTagOf({ at: new Date(0) })).toBe(entityTagOf({ at: "1970-01-01T00:00:00.000Z" }));
  });
});

describe("If-None-Match", () => {
  test.each([
    ['"a"', '"a"', true],
    ['W/"a"', '"a"', true],
    ['"a"', 'W/"a"', true],
    ['"b", "a"', '"a"', true],
    ['"b","a","c"', '"a"', true],
    ["*", '"a"', true],
    [" * ", '"a"', true],
    ['"*"', '"a"', false],
    ['"b"', '"a"', false],
    ["a", '"a"', false],
    ['"a', '"a"', false],
    ["", '"a"', false],
    ['"a,b"', '"a"', false],
    [undefined, '"a"', false],
  ])("of %j contains %s: %s", (header, tag, expected) => expect(namesTag(header, tag)).toBe(expected));
});

describe("If-Match", () => {
  test.each([
    ['"a"', '"a"', true],
    ['"b", "a"', '"a"', true],
    ["*", '"a"', true],
    ["*", null, false],
    ['"a"', null, false],
    ['W/"a"', '"a"', false],
    ['W/"a", "a"', '"a"', true],
    ['"b"', '"a"', false],
    ["", '"a"', false],
    ["a", '"a"', false],
  ])("of %j allows changing %s: %s", (header, tag, expected) =>
    expect(allowsChange(header, tag)).toBe(expected),
  );
});
