import { expect, test } from "@jest/globals";
import { globSync, readFileSync } from "node:fs";

const [, usual = ""] = /testTimeout: ([\d_]+)/.exec(readFileSync("jest.config.js", "utf8")) ?? [];
const millisecondsOf = (text: string): number => Number(text.replaceAll("_", ""));

/** The limit of a test or hook that ends at the start of a line, in milliseconds. */
const LIMIT = /^\s*\}, ([\d_]+)\);$/gm;

/** A shorter limit finds no fault: it only fails on a slow machine. */
test("no test has a shorter time limit than the usual one", () => {
  const shorter = globSync("test/**/*.test.ts").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(LIMIT)]
      .map(([, limit = ""]) => millisecondsOf(limit))
      .filter((limit) => limit >= 1_000 && limit <= millisecondsOf(usual))
      .map((limit) => `${file}: ${limit}`),
  );
  expect(millisecondsOf(usual)).toBeGreaterThan(1_000);
  expect(shorter).toEqual([]);
});
