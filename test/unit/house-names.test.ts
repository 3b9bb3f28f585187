import { describe, expect, it } from "@jest/globals";
import { retiredName } from "../../dev/lint/retired-names.ts";

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
