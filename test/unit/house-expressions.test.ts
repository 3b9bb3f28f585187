import { describe, expect, it, test } from "@jest/globals";
import { parseSync } from "@swc/core";
import { globSync, readFileSync } from "node:fs";
import { slowParts, type Literal } from "../support/slow-expressions.ts";

/** Code that parses input from callers and their files. */
const FILES = "{activities,api,domain,extraction,integrations,platform,retrieval,workers,workflows}/**/*.ts";

/** Permitted expressions by file and source, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {};

/** Where a literal expression may start. Most files have none, and parsing all of them takes seconds. */
const MAY_START =
  /(?:[(,=:[!&|?{};+\-%~^<>]|\b(?:return|typeof|case|in|of|void|delete|await|yield|default))\s*\/(?![*/])/;

/** Literal expressions; those built at run time are not included. */
function expressionsIn(text: string): Literal[] {
  if (!MAY_START.test(text)) return [];
  const found: Literal[] = [];
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(walk);
    if (typeof node !== "object" || node === null) return;
    const { type, pattern, flags } = node as { type?: string; pattern: string; flags: string };
    if (type === "RegExpLiteral") found.push({ source: pattern, flags });
    Object.values(node).forEach(walk);
  };
  walk(parseSync(text, { syntax: "typescript", target: "es2024" }).body);
  return found;
}

describe("an expression with super-linear time", () => {
  test.each([
    /\s+$/,
    /^(?:a+)*b/,
    /\s*\n\s*x/,
    /\[your[^\]]*\]/,
    /\braise\b.*\bscore\b/,
    /(?:^|\/)macrosheets\/.*$/,
    /^a[^]*?b$/m,
  ])("%s is found", ({ source, flags }) => expect(slowParts({ source, flags })).not.toEqual([]));

  test.each([
    /(?<!\s)\s+$/,
    /^[^@]+@[^@]+$/,
    /"[^"]*"/,
    /<a[^>]*/,
    /\[your[^\]]{0,200}\]/,
    /-(\d+)$/,
    /^#+ .+$/m,
  ])("%s is not reported", ({ source, flags }) => expect(slowParts({ source, flags })).toEqual([]));

  it("is not used for callers' texts, except with a reason", () => {
    const slow = globSync(FILES).flatMap((file) => {
      const text = readFileSync(file, "utf8");
      const found = expressionsIn(text).map((one) => ({
        name: `${file} /${one.source}/`,
        parts: slowParts(one),
      }));
      return found.filter(({ parts }) => parts.length > 0);
    });
    expect(slow.filter(({ name }) => !(name in EXCEPTIONS))).toEqual([]);
    expect(Object.keys(EXCEPTIONS)).toEqual(slow.map(({ name }) => name));
  });
});
