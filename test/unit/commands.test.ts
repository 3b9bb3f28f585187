import { describe, expect, it } from "@jest/globals";
import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { promisify } from "node:util";

const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
const commands = readFileSync("docs/commands.md", "utf8");
/** Files that a developer runs with npm or node; the rest of dev/ and bench/ is imported by them. */
const COMMANDS = globSync(["dev/*.ts", "bench/*.ts"]).filter((file) => !file.startsWith("dev/read-"));
/** They pass unknown arguments on to jest or to the command they run. */
const HAND_ON = ["dev/test.ts", "dev/test-s3.ts", "dev/run-on.ts"];

/** With an unreachable database: any work done before the arguments are parsed fails visibly. */
async function run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { ...process.env, DATABASE_URL: "postgres://nobody@127.0.0.1:1/nothing" };
  return promisify(execFile)(process.execPath, args, { env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
}

describe("every command", () => {
  it("reads its arguments in the same way, before anything else", () => {
    expect(COMMANDS).toContain("bench/search.ts");
    const others = COMMANDS.filter((file) => !HAND_ON.includes(file)).filter(
      (file) => !/^\s*(const .* = |return |await \w+\()?readArgs\(/m.test(readFileSync(file, "utf8")),
    );
    expect(others).toEqual([]);
  });

  it("named in docs/commands.md has a help text of that name", () => {
    const named = [...commands.matchAll(/`(?:npm run )?([a-z]+(?::[a-z0-9]+)?)(?: -- FOLDER)?`/g)].map(
      ([, name]) => name!,
    );
    const known = named.filter((name) => name in scripts);
    expect(known.length).toBeGreaterThan(15);
    for (const name of known) {
      const file = scripts[name]!.split(" ").findLast((word) => /^(dev|bench)\//.test(word))!;
      expect(readFileSync(file, "utf8")).toContain(`npm run ${name}`);
    }
  });
});

describe("a command", () => {
  it.each([
    ["dev/migrate.ts", "npm run migrate"],
    ["dev/check.ts", "npm run check"],
    ["dev/test.ts", "npm test"],
    ["dev/test-s3.ts", "npm run test:s3"],
    ["dev/rotate-keys.ts", "npm run keys:rotate"],
  ])(
    "%s shows its help and does nothing else",
    async (file, title) => {
      const { code, stdout, stderr } = await run(file, "--help");
      expect([code, stderr]).toEqual([0, ""]);
      expect(stdout.startsWith(title)).toBe(true);
    },
    30_000,
  );

  it.each([
    ["Unknown option '--bogus'", "dev/write-event-docs.ts", ["--bogus"]],
    ["Unknown option '--bogus'", "dev/corpus.ts", ["--bogus"]],
    ['"/nonexistent" is not a folder', "dev/corpus.ts", ["/nonexistent"]],
    ["FOLDER is missing", "dev/corpus.ts", []],
    [
      "--expect takes POSITION:HASH, as an earlier run printed it",
      "dev/verify-audit.ts",
      ["--expect", "foo"],
    ],
    ["Unknown option '--nwo'", "dev/rotate-keys.ts", ["--nwo"]],
    ["Unknown option '--bogus'", "dev/rebuild-index.ts", ["--bogus"]],
    ['Unexpected argument "twice"', "dev/check-removable.ts", ["twice"]],
    ['--seconds requires a number from 0.1, not "1s"', "bench/lists.ts", ["--seconds", "1s"]],
    ['--samples requires a whole number from 1, not "0"', "bench/file.ts", ["--samples", "0"]],
    ['--sizes requires a whole number from 1000, not ""', "bench/vectors.ts", ["--sizes", "10000,"]],
    ['--half is one of dev, test, not "both"', "bench/eval.ts", ["docs", "--half", "both"]],
  ])(
    "reports %s",
    async (message, file, args) => {
      const { code, stdout, stderr } = await run(file, ...args);
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr.split("\n").slice(0, 2)).toEqual([message, ""]);
      expect(stderr).toMatch(/\n\nnpm run /);
      expect(stderr).not.toMatch(/\n\s+at /);
    },
    30_000,
  );
});
