import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { Slot, takeApart } from "../../platform/database/filter-shape.ts";

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

const shapeOf = (any: unknown): string => JSON.stringify(takeApart(any).slotted);

describe("takeApart", () => {
  it("leaves a slot for every value of any filter", () => {
    fc.assert(
      fc.property(filter, (any) => {
        const { slotted, values } = takeApart(any);
        expect(fill(slotted, values)).toEqual(any);
      }),
    );
  });

  it("leaves no value between the slots", () => {
    const one = { name: "secret", $or: [{ age: { $gte: 4_711 } }, { id: { $in: ["hidden"] } }] };
    expect(takeApart(one)).toEqual({
      slotted: {
        name: new Slot(0, false),
        $or: [{ age: { $gte: new Slot(1, false) } }, { id: { $in: new Slot(2, true) } }],
      },
      values: ["secret", 4_711, ["hidden"]],
    });
    expect(shapeOf(one)).not.toMatch(/secret|4711|hidden/);
  });

  it("keeps lists, single values, null and constants apart, so that they never share a statement", () => {
    const filters = [{ name: "a" }, { name: ["a"] }, { name: null }, { name: true }, { name: false }, {}];
    expect(new Set(filters.map(shapeOf)).size).toBe(filters.length);
    expect(shapeOf({ name: undefined })).toBe(shapeOf({ name: null }));
  });

  it("keeps attributes apart, whatever their names", () => {
    expect(shapeOf({ "a:?,b": 1 })).not.toBe(shapeOf({ a: 1, b: 1 }));
    expect(shapeOf({ n: 0, isList: false })).not.toBe(JSON.stringify(new Slot(0, false)));
  });

  it("gives lists of every length the same shape", () => {
    const lists = [0, 1, 2, 100].map((length) => ({ id: { $in: Array.from({ length }, String) } }));
    expect(new Set(lists.map(shapeOf)).size).toBe(1);
  });

  it("keeps alternatives apart, although they are also lists", () => {
    expect(takeApart({ $or: [] }).slotted).toEqual({ $or: [] });
    expect(takeApart({ $or: [{ a: 1 }, { a: 2 }] }).values).toEqual([1, 2]);
    expect(shapeOf({ $and: [{ a: 1 }] })).not.toBe(shapeOf({ $or: [{ a: 1 }] }));
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
