import { describe, expect, it } from "@jest/globals";
import { globSync, readFileSync } from "node:fs";
import { retiredName } from "../../dev/lint/retired-names.ts";

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
