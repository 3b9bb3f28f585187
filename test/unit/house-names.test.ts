import { describe, expect, it } from "@jest/globals";
import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { retiredName } from "../../dev/lint/retired-names.ts";
import { makeTestFolder } from "../support/make-test-folder.ts";

const CORE =
  "{activities,api,domain,extraction,integrations,platform,retrieval,runtime,workers,workflows}/**/*.ts";
const EXPORTED_TYPE = /^export (?:declare |abstract )*(?:class|enum|interface|type) (\w+)/gm;

describe("a name with a retired word", () => {
  it.each(["told", "tellRows", "TOLD_KINDS", "AlsoTell", "tell-callers", "openWaysOut", "isUnderWay"])(
    "is refused: %s",
    (name) => expect(retiredName(name)).toContain(`\`${name}\` has the retired word`),
  );

  it("is reported with the word to use", () => {
    expect(retiredName("createSlackWay")).toBe(
      "`createSlackWay` has the retired word `way`: use client, connection or method (docs/style.md)",
    );
  });

  it.each(["gateway", "alwaysOn", "stolen", "wallet", "ballot", "always"])(
    "is not a name with the word inside another: %s",
    (name) => expect(retiredName(name)).toBeNull(),
  );

  it.each(["tellWhatsappReading", "gatherReport", "upstream-account", "UpstreamAccount", "heardBy"])(
    "may be used in names that others see or store: %s",
    (name) => expect(retiredName(name)).toBeNull(),
  );
});

describe("the linter", () => {
  /** Runs only this rule; returns the refused names. */
  async function refusedIn(text: string): Promise<string[]> {
    const folder = await makeTestFolder();
    const plugin = resolve("dev/lint/names-plugin.ts");
    const settings = { jsPlugins: [plugin], categories: {}, rules: { "names/plain": "error" } };
    await writeFile(join(folder, ".oxlintrc.json"), JSON.stringify(settings));
    await writeFile(join(folder, "a.ts"), text);
    const output = await new Promise<string>((done) =>
      execFile("node_modules/.bin/oxlint", ["-c", join(folder, ".oxlintrc.json"), folder], (_error, stdout) =>
        done(stdout),
      ),
    );
    return [...output.matchAll(/`(\S+)` has the retired word/g)].map(([, name]) => name!);
  }

  it("refuses retired words wherever something gets its name", async () => {
    const text = `
      const toldA = 1, { toldB, a: toldC, b: toldD = 1, ...toldE } = x, [toldF, toldG = 1, ...toldH] = y;
      function toldI(toldJ, toldK = 1) {}
      class ToldL { #toldM = 1; toldN() {} }
      interface ToldO { toldP: 1; toldQ(toldR: 1): void }
      type ToldS = (toldT: 1) => void;
      try {} catch (toldU) {}
      const z = (toldV) => ({ toldW: 1 });`;
    const letters = (await refusedIn(text)).map((name) => name.at(-1));
    expect([...new Set(letters)].join("")).toBe("ABCDEFGHIJKLMNOPQRSTUVW");
  });

  it("accepts the use of a name that others gave", async () => {
    expect(await refusedIn(`import { told } from "x"; told(told.told, y[told]); export { told };`)).toEqual(
      [],
    );
  });
});

describe("the name of an exported type", () => {
  it("has one meaning: no two files export it", () => {
    const files = globSync(CORE, { exclude: ["**/dist/**"] });
    const exported = files.flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(EXPORTED_TYPE)].map(([, name]) => ({ name: name!, file })),
    );
    expect(exported.length).toBeGreaterThan(500);
    const byName = Map.groupBy(exported, ({ name }) => name);
    expect([...byName].filter(([, places]) => places.length > 1)).toEqual([]);
  });
});
