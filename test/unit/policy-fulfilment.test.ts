import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { builtInFramework } from "../../domain/frameworks/catalogue.rules.ts";
import { fulfilmentOf } from "../../domain/policies/fulfilment.rules.ts";
import { bulletsOf, escapeMarkdown, stepsOf, tableOf } from "../../domain/policies/markdown.rules.ts";
import { POLICY_TEMPLATES } from "../../domain/policies/policy-templates.data.ts";
import type { PolicyTemplate } from "../../domain/policies/policy-template.ts";

/** Each policy with each control that it was written for. */
const SERVED = POLICY_TEMPLATES.flatMap((template: PolicyTemplate) =>
  Object.entries(template.controls).flatMap(([framework, numbers]) =>
    (numbers ?? []).map((number) => ({ template, framework, number })),
  ),
);

/** The section numbers in the table of a text. */
const sectionsIn = (text: string): string[] =>
  [...text.matchAll(/^\| (4\.\d+) \|/gm)].map(([, section]) => section!);

describe("how a policy meets a control", () => {
  test("is shown by one to three of its statements, in their order", () => {
    expect(SERVED.length).toBeGreaterThan(100);
    for (const { template, framework, number } of SERVED) {
      const sections = sectionsIn(fulfilmentOf(template, builtInFramework(framework)!, number));
      expect([number, sections.length >= 1 && sections.length <= 3]).toEqual([number, true]);
      const all = template.statements.map((_, n) => `4.${n + 1}`);
      expect(all.filter((section) => sections.includes(section)).toSorted()).toEqual(sections);
    }
  });

  test("begins with the control's own words, and ends with other policies that serve it", () => {
    for (const { template, framework, number } of SERVED) {
      const control = builtInFramework(framework)!.controls.find((one) => one.number === number)!;
      const text = fulfilmentOf(template, builtInFramework(framework)!, number);
      expect(
        text.startsWith(`Control ${number}, "${control.title}", requires the following: ${control.summary}`),
      ).toBe(true);
      for (const hint of control.evidenceHints) expect(text).toContain(`- ${hint}`);
      const others = /Other policies that serve this control: (.+)\.$/.exec(text)?.[1]?.split(", ") ?? [];
      expect(others).not.toContain(template.title);
    }
  });

  test("names a policy that was not written for the control", () => {
    const { template, framework } = SERVED[0]!;
    const foreign = builtInFramework(framework)!.controls.find(
      ({ number }) => !template.controls[framework]!.includes(number),
    )!;
    const text = fulfilmentOf(template, builtInFramework(framework)!, foreign.number);
    expect(text).toContain("was not written for this control");
    expect(sectionsIn(text).length).toBeGreaterThan(0);
    for (const { number } of SERVED.filter((one) => one.template === template && one.framework === framework))
      expect(fulfilmentOf(template, builtInFramework(framework)!, number)).toContain("This policy meets it");
  });
});

test("a control of an imported framework is shown as text, without a heading for its missing hints", () => {
  const control = {
    number: "ac-2(1)",
    title: "Accounts | of *people*",
    summary: "Accounts are removed.",
    evidenceHints: [],
    category: "Access",
    trustCategory: "security" as const,
  };
  const framework = {
    id: "oscal-1",
    name: "Baseline",
    description: "",
    version: "1",
    language: null,
    controls: [control],
  };
  const text = fulfilmentOf(SERVED[0]!.template, framework, "ac-2(1)");
  expect(text).toContain("Accounts \\| of \\*people\\*");
  expect(text).toContain("was not written for this control");
  expect(text).not.toContain("Keep this evidence");
});

describe("markdown", () => {
  test("escapes everything in a caller's text that could format, link or split a cell", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const escaped = escapeMarkdown(text);
        expect(escaped.replaceAll(/\\([\\`*_|[\]<>#])/g, "$1")).toBe(text);
        expect(escaped).not.toMatch(/(?<!\\)(?:\\\\)*[`*_|[\]<>#]/);
      }),
    );
  });

  test("of a table has a line for its header, the rule and each row", () => {
    expect(tableOf(["a", "b"], [["1", "2"]]).split("\n")).toEqual([
      "| a | b |",
      "| --- | --- |",
      "| 1 | 2 |",
    ]);
    expect(tableOf(["a"], []).split("\n")).toHaveLength(2);
  });

  test("numbers steps and marks bullets", () => {
    expect(stepsOf(["Ask", "Answer"])).toBe("1. Ask\n2. Answer");
    expect(bulletsOf(["Ask", "Answer"])).toBe("- Ask\n- Answer");
    expect([stepsOf([]), bulletsOf([])]).toEqual(["", ""]);
  });
});
