import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { readFields, textOfFields } from "../../web/src/ui/kept-fields.ts";

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
        const text = textOfFields(typed, INITIAL, ["password"]);
        expect(readFields(text, INITIAL)).toEqual({ ...typed, password: "" });
      }),
    );
  });

  test("never include a secret, whatever else was typed", () => {
    const typed = { ...INITIAL, name: "Grace", password: "correct horse" };
    expect(textOfFields(typed, INITIAL, ["password"])).toBe('{"name":"Grace"}');
  });

  test("are none if nothing was changed, or everything was changed back", () => {
    expect(textOfFields(structuredClone(INITIAL), INITIAL, [])).toBe("");
    expect(textOfFields({ ...INITIAL, scopes: ["read"] }, INITIAL, [])).toBe("");
    expect(textOfFields({ ...INITIAL, scopes: [] }, INITIAL, [])).toBe('{"scopes":[]}');
  });

  test.each([
    ["", {}],
    ["not JSON", {}],
    ["null", {}],
    ["[]", {}],
    ['"name"', {}],
    ['{"name":1}', {}],
    ['{"name":["a"]}', {}],
    ['{"active":"yes"}', {}],
    ['{"count":"2"}', {}],
    ['{"scopes":{"0":"read"}}', {}],
    ['{"scopes":"read"}', {}],
    ['{"manager":7}', {}],
    ['{"manager":true}', {}],
    ['{"other":"x","__proto__":{"name":"x"},"constructor":"x"}', {}],
    ['{"manager":"u1","name":"Grace","count":"two"}', { manager: "u1", name: "Grace" }],
  ])("are read from %j, as far as another version kept them in the same form", (text, kept) => {
    expect(readFields(text, INITIAL)).toEqual({ ...INITIAL, ...kept });
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
