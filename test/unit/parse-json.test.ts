import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { parseJson } from "../../platform/web/parse-json.ts";

const BOUNDS = { values: 1_000 };
const parse = (text: string) => parseJson(Buffer.from(text), BOUNDS);

describe("a JSON body", () => {
  test.each([
    ["at the top", '{"a":1,"a":2}', "a"],
    ["deep inside", '[{"x":[1,{"b" : {}, "c":"\\"", "b"\n:2}]}]', "b"],
    ["written in two ways", '{"a":1,"\\u0061":1}', "a"],
    ["that is empty", '{"":1,"":1}', ""],
    ["next to a value that looks like it", '{"a":"a","b":"\\\\","a":1}', "a"],
    ["of the prototype", '{"__proto__":1,"__proto__":2}', "__proto__"],
  ])("with a repeated key %s is refused, naming it", async (_where, text, name) => {
    await expect(parse(text)).rejects.toThrow(`the name ${JSON.stringify(name)} appears twice`);
  });

  test.each([
    ["bytes that are not UTF-8", Buffer.from([0x22, 0xc3, 0x28, 0x22]), "not valid UTF-8"],
    ["half a surrogate pair as bytes", Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), "not valid UTF-8"],
    ["not JSON", Buffer.from('{"a":'), "not valid JSON"],
    ["a string without end", Buffer.from('{"a'), "not valid JSON"],
  ])("of %s is refused", async (_what, bytes, message) => {
    await expect(parseJson(bytes, BOUNDS)).rejects.toThrow(message);
  });

  test.each([
    ["lists", "[".repeat(101), "is nested more than 100 deep"],
    ["objects", '{"a":'.repeat(101), "is nested more than 100 deep"],
    ["numbers", `[${"0,".repeat(1_000)}0]`, "has more than 1000 values"],
    ["empty lists", `[${"[],".repeat(1_000)}0]`, "has more than 1000 values"],
  ])("of too many %s is refused", (_what, text, message) => expect(parse(text)).rejects.toThrow(message));

  test("with more than 10,000 keys in an object is refused", async () => {
    const names = Array.from({ length: 10_001 }, (_, n) => `"${n}":0`);
    const wide = { values: 100_000 };
    await expect(parseJson(Buffer.from(`{${names.join()}}`), wide)).rejects.toThrow("more than 10000 names");
    await expect(parseJson(Buffer.from(`{${names.slice(1).join()}}`), wide)).resolves.toBeDefined();
  });

  test("with structural characters inside strings is parsed correctly", () =>
    expect(parse(JSON.stringify({ a: `${"[{,".repeat(2_000)}\\"`, b: "\\" }))).resolves.toMatchObject({
      b: "\\",
    }));

  test("that takes long to scan yields to other work", async () => {
    let turns = 0;
    const count = setInterval(() => (turns += 1), 0);
    await parseJson(Buffer.from(`"${'\\"'.repeat(2_000_000)}"`), BOUNDS).finally(() => clearInterval(count));
    expect(turns).toBeGreaterThan(2);
  });

  test("with the same key in different objects is parsed correctly", async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 5 }), async (value) => {
        const text = JSON.stringify(value, null, 1);
        expect(await parse(text)).toEqual(JSON.parse(text));
      }),
    );
    expect(await parse('\uFEFF[{"a":1},{"a":2},"a","a"]')).toEqual([{ a: 1 }, { a: 2 }, "a", "a"]);
  });
});
