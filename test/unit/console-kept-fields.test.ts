import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { readFields, readOver, textOfFields } from "../../web/src/ui/kept-fields.ts";

const INITIAL = {
  name: "Ada",
  active: true,
  count: 1,
  scopes: ["read"] as string[],
  manager: null as string | null,
  person: null as { id: string } | null,
  password: "",
};
type Fields = typeof INITIAL;

/** What is kept of a form with these fields. */
const kept = (typed: Fields, secrets: readonly (keyof Fields)[] = [], over?: object): string =>
  textOfFields({ fields: typed, initial: INITIAL, secrets, over });

const texts = fc.string({ unit: "grapheme", maxLength: 10 });
const fields = fc.record<Fields>({
  name: texts,
  active: fc.boolean(),
  count: fc.integer(),
  scopes: fc.array(texts, { maxLength: 3 }),
  manager: fc.option(texts),
  person: fc.option(fc.record({ id: texts })),
  password: texts,
});

describe("the fields of a form that survive a reload", () => {
  test("are all that were changed, except secrets", () => {
    fc.assert(
      fc.property(fields, (typed) => {
        expect(readFields(kept(typed, ["password"]), INITIAL)).toEqual({ ...typed, password: "" });
      }),
    );
  });

  test("never include a secret, whatever else was typed", () => {
    const typed = { ...INITIAL, name: "Grace", password: "correct horse" };
    expect(kept(typed, ["password"])).toBe('{"changed":{"name":"Grace"}}');
  });

  test("are none if nothing was changed, or everything was changed back", () => {
    expect(kept(structuredClone(INITIAL))).toBe("");
    expect(kept({ ...INITIAL, scopes: ["read"] }, [], { id: "a" })).toBe("");
    expect(kept({ ...INITIAL, scopes: [] })).toBe('{"changed":{"scopes":[]}}');
  });

  test.each([
    ["", {}],
    ["not JSON", {}],
    ["null", {}],
    ["[]", {}],
    ['"name"', {}],
    ['{"name":"Grace"}', {}],
    ['{"changed":null}', {}],
    ['{"changed":["Grace"]}', {}],
    ['{"changed":{"name":1}}', {}],
    ['{"changed":{"name":["a"]}}', {}],
    ['{"changed":{"active":"yes"}}', {}],
    ['{"changed":{"count":"2"}}', {}],
    ['{"changed":{"scopes":{"0":"read"}}}', {}],
    ['{"changed":{"scopes":"read"}}', {}],
    ['{"changed":{"manager":7}}', {}],
    ['{"changed":{"manager":true}}', {}],
    ['{"changed":{"other":"x","__proto__":{"name":"x"},"constructor":"x"}}', {}],
    ['{"changed":{"manager":"u1","name":"Grace","count":"two"}}', { manager: "u1", name: "Grace" }],
  ])("are read from %j, as far as another version kept them in the same form", (text, changed) => {
    expect(readFields(text, INITIAL)).toEqual({ ...INITIAL, ...changed });
  });

  test("are the form's own, whatever is stored", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const read = readFields(text, INITIAL);
        expect(Object.keys(read)).toEqual(Object.keys(INITIAL));
        expect(read).not.toBe(null);
      }),
    );
  });
});

describe("what a kept form changes", () => {
  const SEEN = { id: "c1", name: "Reporting", count: null as number | null, grants: ["read"], tag: '"1"' };
  const NOW = { ...SEEN, name: "Reporting of theirs", count: 3, tag: '"2"' };
  const text = kept({ ...INITIAL, name: "Mine" }, [], SEEN);

  test("is the resource as the user saw it, not as it is now", () => {
    expect(readOver(text, NOW)).toEqual(SEEN);
    expect(readFields(text, INITIAL).name).toBe("Mine");
  });

  test.each([
    ["nothing was kept", ""],
    ["a form without a resource was kept", kept({ ...INITIAL, name: "Mine" })],
    ["it is no object", '{"changed":{"name":"Mine"},"over":["Reporting"]}'],
    ["another version sent fewer fields", kept({ ...INITIAL, name: "Mine" }, [], { id: "c1", tag: '"1"' })],
    ["another version sent other fields", kept({ ...INITIAL, name: "M" }, [], { ...SEEN, grants: "read" })],
  ])("is the current resource if %s", (_case, other) => expect(readOver(other, NOW)).toBe(NOW));
});
