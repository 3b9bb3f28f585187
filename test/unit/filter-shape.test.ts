import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { Slot, takeApart, withSlots } from "../../platform/database/filter-shape.ts";

const word = fc.oneof(fc.string(), fc.integer());
const value = fc.oneof(
  word,
  fc.date({ noInvalidDate: true }),
  fc.array(word),
  fc.constantFrom(null, true, false),
);
const attribute = fc.string({ minLength: 1 }).filter((name) => !name.startsWith("$") && name !== "__proto__");
const { filter } = fc.letrec<{ filter: Record<string, unknown> }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 4 },
    fc.dictionary(attribute, value),
    fc.dictionary(attribute, fc.dictionary(fc.constantFrom("$in", "$ne", "$gte"), value)),
    fc.dictionary(attribute, tie("filter")),
    fc.array(tie("filter"), { maxLength: 3 }).map(($and) => ({ $and })),
    fc.record({ title: value, $or: fc.array(tie("filter"), { maxLength: 3 }) }),
  ),
}));

/** The filter with `values` in the places of its slots. */
function fill(slotted: unknown, values: readonly unknown[]): unknown {
  if (slotted instanceof Slot) return values[slotted.n];
  if (Array.isArray(slotted)) return slotted.map((part) => fill(part, values));
  if (typeof slotted !== "object" || slotted === null) return slotted;
  return Object.fromEntries(Object.entries(slotted).map(([name, part]) => [name, fill(part, values)]));
}

describe("takeApart and withSlots", () => {
  it("number the values of any filter in the same order", () => {
    fc.assert(
      fc.property(filter, (any) => {
        expect(fill(withSlots(any), takeApart(any).values)).toEqual(any);
      }),
    );
  });

  it("leave no value in the shape or between the slots", () => {
    const one = { name: "secret", $or: [{ age: { $gte: 4_711 } }, { id: { $in: ["hidden"] } }] };
    expect(takeApart(one)).toEqual({
      shape: '{"name":?,"$or":[{"age":{"$gte":?}},{"id":{"$in":?list}}]}',
      values: ["secret", 4_711, ["hidden"]],
    });
    expect(JSON.stringify(withSlots(one))).not.toMatch(/secret|4711|hidden/);
  });

  it("keep lists and single values apart, so that they never share a statement", () => {
    const shapes = [{ name: "a" }, { name: ["a"] }, { name: null }, { name: true }, { name: false }].map(
      (any) => takeApart(any).shape,
    );
    expect(new Set(shapes).size).toBe(shapes.length);
    expect(withSlots({ a: "x", b: ["x"] })).toEqual({ a: new Slot(0, false), b: new Slot(1, true) });
  });

  it("keep attributes apart, whatever their names", () => {
    expect(takeApart({ "a:?,b": 1 }).shape).not.toBe(takeApart({ a: 1, b: 1 }).shape);
    expect(takeApart({ 'a":?,"b': 1 }).shape).not.toBe(takeApart({ a: 1, b: 1 }).shape);
  });

  it.each([0, 1, 2, 100])("give lists of every length the same shape: %i", (length) => {
    const list = Array.from({ length }, String);
    expect(takeApart({ id: { $in: list } })).toEqual({ shape: '{"id":{"$in":?list}}', values: [list] });
  });

  it("keep alternatives apart, although they are also lists", () => {
    expect(takeApart({ $or: [] }).shape).toBe('{"$or":[]}');
    expect(takeApart({ $or: [{ a: 1 }, { a: 2 }] })).toEqual({
      shape: '{"$or":[{"a":?},{"a":?}]}',
      values: [1, 2],
    });
    expect(takeApart({ $and: [{ a: 1 }] }).shape).not.toBe(takeApart({ $or: [{ a: 1 }] }).shape);
  });

  class Row {
    readonly id = "1";
  }
  it.each<[string, unknown]>([
    ["an entity", { customer: new Row() }],
    ["part of a filter under a symbol", { name: "a", [Symbol("raw")]: "and more" }],
    ["a list with a row", { customer: { $in: [new Row()] } }],
    ["a list with null", { customer: { $in: ["1", null] } }],
    ["a list of lists", { name: { $in: [["a"]] } }],
    ["a function", { name: () => "a" }],
    ["a pattern", { name: /a/ }],
    ["bytes", { name: Buffer.from("a") }],
    ["a large number", { name: 1n }],
    ["a row itself", new Row()],
  ])("refuse %s, whose shape could hide a part", (_what, any) => {
    expect(() => takeApart(any)).toThrow("A filter consists of plain data");
  });
});
