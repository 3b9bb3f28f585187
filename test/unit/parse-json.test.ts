import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { parseJson } from "../../platform/web/parse-json.ts";

const parse = (text: string) => parseJson(Buffer.from(text));

describe("a JSON body", () => {
  test.each([
    ["at the top", '{"a":1,"a":2}', "a"],
    ["deep inside", '[{"x":[1,{"b" : {}, "c":"\\"", "b"\n:2}]}]', "b"],
    ["written in two ways", '{"a":1,"\\u0061":1}', "a"],
    ["that is empty", '{"":1,"":1}', ""],
    ["beside a value that looks like it", '{"a":"a","b":"\\\\","a":1}', "a"],
    ["of the prototype", '{"__proto__":1,"__proto__":2}', "__proto__"],
  ])("with a name twice %s is refused, by that name", (_where, text, name) => {
    expect(() => parse(text)).toThrow(`the name ${JSON.stringify(name)} stands twice`);
  });

  test.each([
    ["bytes that are no UTF-8", Buffer.from([0x22, 0xc3, 0x28, 0x22]), "not valid UTF-8"],
    ["half a surrogate pair as bytes", Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), "not valid UTF-8"],
    ["no JSON", Buffer.from('{"a":'), "not valid JSON"],
    ["a string without end", Buffer.from('{"a'), "not valid JSON"],
  ])("of %s is refused", (_what, bytes, message) => {
    expect(() => parseJson(bytes)).toThrow(message);
  });

  test("with the same name in different objects is read as it is, whatever it holds", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = JSON.stringify(value, null, 1);
        expect(parse(text)).toEqual(JSON.parse(text));
      }),
    );
    expect(parse('\uFEFF[{"a":1},{"a":2},"a","a"]')).toEqual([{ a: 1 }, { a: 2 }, "a", "a"]);
  });
});
