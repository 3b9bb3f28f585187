import { describe, expect, test } from "@jest/globals";
import { frameworkControlId, readFrameworkControlId } from "../../domain/frameworks/framework.rules.ts";
import { narrows, scopeRefusal } from "../../domain/projects/scope.rules.ts";

describe("the categories of a project", () => {
  test.each([
    [[], ["security"], null],
    [["security"], ["security", "privacy"], null],
    [
      ["security", "privacy", "availability"],
      ["security"],
      "the framework has no controls of privacy, availability; choose from security",
    ],
  ] as const)("%j of %j: refused with %j", (wanted, offered, refusal) =>
    expect(scopeRefusal(wanted, { framework: "iso27001", offered })).toBe(refusal),
  );

  test("include security in every SOC 2 project", () => {
    const soc2 = { framework: "soc2", offered: ["security", "privacy"] } as const;
    expect(scopeRefusal(["privacy"], soc2)).toBe("must include security: every soc2 project covers it");
    expect(scopeRefusal(["privacy", "security"], soc2)).toBeNull();
  });

  test.each([
    [["security"], ["security"], false],
    [["security"], ["security", "privacy"], false],
    [["security", "privacy"], ["security"], true],
    [["privacy"], ["security"], true],
    [[], ["security"], false],
    [["security"], [], true],
  ] as const)("from %j to %j narrow the scope: %s", (from, to, does) => expect(narrows(from, to)).toBe(does));
});

describe("the id of a control across frameworks", () => {
  test.each([
    ["soc2", "CC6.1"],
    ["iso27001", "A.5.15"],
    ["own:framework", "1"],
  ])("of %s and %s is read back", (framework, number) =>
    expect(readFrameworkControlId(frameworkControlId(framework, number))).toEqual({ framework, number }),
  );

  test.each(["", "CC6.1", ":CC6.1"])("is not %j", (text) => expect(readFrameworkControlId(text)).toBeNull());
});
