import { describe, expect, test } from "@jest/globals";
import { execFileSync } from "node:child_process";
import { PARSER_V8_OPTIONS } from "../../extraction/parser-v8-options.ts";

const tagWith = (options: readonly string[]): string =>
  execFileSync(process.execPath, [...options, "-p", "require('node:v8').cachedDataVersionTag()"], {
    env: {},
    encoding: "utf8",
  });

describe("V8's options for parsers", () => {
  test("let Node use the code cache in its program", () => {
    expect(tagWith(PARSER_V8_OPTIONS)).toBe(tagWith([]));
  });

  test("are among those that could prevent it", () => {
    expect(tagWith(["--single-threaded"])).not.toBe(tagWith([]));
  });
});
