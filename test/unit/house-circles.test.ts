import { describe, expect, it } from "@jest/globals";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";

type Imports = ReadonlyMap<string, readonly string[]>;

/**
 * The files on circles, and those between two circles: what remains when files that import none of the others,
 * or that none of the others imports, are taken out repeatedly.
 */
function circlesIn(imports: Imports): string[] {
  const left = new Set(imports.keys());
  const isOutside = (file: string): boolean =>
    !imports.get(file)!.some((target) => left.has(target)) ||
    ![...left].some((other) => imports.get(other)!.includes(file));
  for (let before = -1; before !== left.size;) {
    before = left.size;
    for (const file of left) if (isOutside(file)) left.delete(file);
  }
  return [...left].toSorted();
}

const IMPORT = /\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/g;

/** The relative imports of a file, types included. By pattern, because parsing every file takes seconds. */
const importsOf = (file: string): string[] =>
  [...readFileSync(file, "utf8").matchAll(IMPORT)].map(([, source = ""]) =>
    path.posix.join(path.posix.dirname(file), source),
  );

const FOLDERS =
  "{api,domain,retrieval,extraction,workflows,activities,runtime,workers,integrations,platform,dev,bench,testkit,test}";

describe("imports", () => {
  it("form no circle, not even of types", () => {
    const files = globSync(`${FOLDERS}/**/*.ts`, { exclude: ["**/node_modules/**", "**/dist/**"] });
    expect(files.length).toBeGreaterThan(1_000);
    expect(circlesIn(new Map(files.map((file) => [file, importsOf(file)])))).toEqual([]);
  });

  it("are checked for cycles of any length", () => {
    const imports: Imports = new Map([
      ["above", ["a"]],
      ["a", ["b"]],
      ["b", ["c", "below"]],
      ["c", ["a"]],
      ["below", []],
    ]);
    expect(circlesIn(imports)).toEqual(["a", "b", "c"]);
    expect(circlesIn(new Map([["a", ["a"]]]))).toEqual(["a"]);
  });
});
