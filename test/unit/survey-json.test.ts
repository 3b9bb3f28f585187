import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { DEEPEST_JSON, MAX_NAMES, surveyJson, type OddJson } from "../../platform/web/survey-json.ts";

function survey(json: string, values = 1_000_000): { odd: OddJson | null; pauses: number } {
  const steps = surveyJson(json, { values });
  for (let pauses = 0; ; pauses += 1) {
    const { done, value } = steps.next();
    if (done === true) return { odd: value, pauses };
  }
}
const oddIn = (json: string, values?: number) => survey(json, values).odd;

/** The number of values in parsed JSON, as the limit counts them. */
function valuesIn(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  return 1 + Object.values(value).reduce<number>((sum, one) => sum + valuesIn(one), 0);
}

describe("a JSON text", () => {
  test("is accepted as JSON.stringify writes it, in any indentation", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat(3), (value, indent) =>
        expect(oddIn(JSON.stringify(value, null, indent))).toBeNull(),
      ),
    );
  });

  test("is accepted within its number of values, and never undercounted", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const json = JSON.stringify(value);
        expect(oddIn(json, valuesIn(value) + (json.match(/[[{]/g) ?? []).length)).toBeNull();
        if (valuesIn(value) > 1)
          expect(oddIn(json, Math.floor(valuesIn(value) / 3))).toEqual({ kind: "wide" });
      }),
    );
  });

  test("that is not JSON is left to the parser", () => {
    fc.assert(fc.property(fc.string(), (text) => void oddIn(text)));
    for (const text of ["", "{", "}", "]]]", '"', '{"a', '{"a":', "\\", '{"a":1}}', "nul"])
      expect(oddIn(text)).toBeNull();
  });

  test.each([
    ["[", "]"],
    ['{"a":', "}"],
  ])("is too deep one level beyond the limit: %s", (open, close) => {
    const nested = (depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`;
    expect(oddIn(nested(DEEPEST_JSON))).toBeNull();
    expect(oddIn(nested(DEEPEST_JSON + 1))).toEqual({ kind: "deep" });
  });

  test("is as deep as its deepest part, not as the sum of all", () => {
    const part = `${"[".repeat(DEEPEST_JSON - 1)}${"]".repeat(DEEPEST_JSON - 1)}`;
    expect(oddIn(`[${part},${part},${part}]`)).toBeNull();
  });

  test("has too many names in one object rather than in total", () => {
    const object = (names: number) =>
      `{${Array.from({ length: names }, (_, index) => `"n${index}":0`).join(",")}}`;
    expect(oddIn(object(MAX_NAMES))).toBeNull();
    expect(oddIn(`[${object(MAX_NAMES)},${object(MAX_NAMES)}]`)).toBeNull();
    expect(oddIn(object(MAX_NAMES + 1))).toEqual({ kind: "crowded" });
  });

  test("pauses in between, so that other work can run", () => {
    expect(survey("[1]").pauses).toBe(0);
    expect(survey(`[${"1,".repeat(50_000)}1]`).pauses).toBeGreaterThanOrEqual(4);
  });
});

describe("a repeated name in an object", () => {
  test.each([
    ['{"a":1,"a":2}', "a"],
    ['{"a":1 , "a" \n\t: 2}', "a"],
    ['{"a":1,"b":{"a":1},"a":2}', "a"],
    ['{"a":1,"\\u0061":2}', "a"],
    ['{"\\u0061":1,"a":2}', "a"],
    ['{"é":1,"\\u00e9":2}', "é"],
    ['{"":1,"":2}', ""],
    ['[{"x":[{"b":1,"b":1}]}]', "b"],
    ['{"__proto__":1,"__proto__":2}', "__proto__"],
    ['{"a\\"b":1,"a\\"b":2}', 'a"b'],
    ['{"a\\\\":1,"a\\\\":2}', "a\\"],
    ['{"a":"\\\\","a":1}', "a"],
  ])("is found in %s", (json, name) => expect(oddIn(json)).toEqual({ kind: "twice", name }));

  test.each([
    '{"a":"a","b":"a"}',
    '{"a":{"a":{"a":1}}}',
    '[{"a":1},{"a":1}]',
    '["a","a"]',
    '{"a":["a","a"]}',
    '{"a":"{\\"a\\":1,\\"a\\":2}"}',
    '{"a":1,"A":2}',
    '{"é":1,"e\u0301":2}',
    '{"a":"\\",\\"a\\":1"}',
    '{"constructor":1,"toString":2}',
  ])("is not seen in %s", (json) => expect(oddIn(json)).toBeNull());

  test("is found at any position, and never if names differ", () => {
    const names = fc.uniqueArray(fc.string({ unit: "grapheme" }), { minLength: 2, maxLength: 12 });
    fc.assert(
      fc.property(names, fc.nat(), fc.nat(), (all, from, to) => {
        const members = all.map((name) => `${JSON.stringify(name)}:{"x":[]}`);
        expect(oddIn(`{${members.join(",")}}`)).toBeNull();
        const again = all[from % all.length]!;
        members.splice(to % (members.length + 1), 0, `${JSON.stringify(again)}:0`);
        expect(oddIn(`{${members.join(",")}}`)).toEqual({ kind: "twice", name: again });
      }),
    );
  });
});
