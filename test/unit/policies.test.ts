import { describe, expect, test } from "@jest/globals";
import { builtInFramework, frameworkIds } from "../../domain/frameworks/catalogue.rules.ts";
import {
  INDUSTRIES,
  industryNamed,
  mappedControls,
  requestProblem,
} from "../../domain/policies/policy-catalogue.rules.ts";
import type { Framework } from "../../domain/frameworks/framework.rules.ts";
import { policyFileName } from "../../domain/policies/policy-file.rules.ts";
import { policyQuality, type PolicyFacts } from "../../domain/policies/policy-quality.rules.ts";
import { POLICY_SECTIONS } from "../../domain/policies/policy-sections.rules.ts";
import { POLICY_TEMPLATES } from "../../domain/policies/policy-templates.data.ts";
import type { PolicyTemplate } from "../../domain/policies/policy-template.ts";
import { nextReviewOf, renderPolicy } from "../../domain/policies/render-policy.rules.ts";
import { cpuMs } from "../support/cpu-ms.ts";

const findFrameworkControl = (framework: string, number: string) =>
  builtInFramework(framework)?.controls.find((control) => control.number === number);

/** Imported, and without a mapping. */
const BASELINE: Framework = {
  id: "oscal-1",
  name: "Baseline",
  description: "",
  version: "3",
  language: "en",
  controls: ["Backups", "Gardening", "Recovery | tests"].map((title, n) => ({
    number: `cp-${n}(1)`,
    title,
    category: "Continuity",
    trustCategory: "availability",
    summary: "",
    evidenceHints: [],
  })),
};
const frameworkOf = (id: string): Framework => builtInFramework(id) ?? BASELINE;

const TODAY = "2026-03-31";
const COMPANY = "Müller & Söhne";
const revisions = [{ version: 1, date: TODAY, author: "Ada", change: "First version" }];

const render = (
  template: PolicyTemplate,
  framework: string,
  about: { control?: string; industry?: string; company?: string } = {},
) =>
  renderPolicy({
    template,
    framework: frameworkOf(framework),
    request: {
      type: template.type,
      framework,
      control: about.control ?? null,
      companyName: about.company ?? COMPANY,
      industry: about.industry ?? "Healthcare",
    },
    revisions,
  });

const facts = (content: string, change: Partial<PolicyFacts> = {}): PolicyFacts => ({
  content,
  controls: frameworkOf("soc2").controls,
  control: null,
  companyName: COMPANY,
  today: TODAY,
  ...change,
});

const pairs = POLICY_TEMPLATES.flatMap((template) =>
  frameworkIds.map((framework) => ({ type: template.type, template, framework })),
);

test("there are at least 22 types, each once", () => {
  const types = POLICY_TEMPLATES.map(({ type }) => type);
  expect(types.length).toBeGreaterThanOrEqual(22);
  expect(new Set(types).size).toBe(types.length);
});

describe.each(pairs)("$type for $framework", ({ template, framework }) => {
  const numbers = template.controls[framework] ?? [];

  test("is mapped to existing controls", () => {
    expect(numbers.length).toBeGreaterThan(0);
    for (const number of numbers) expect(findFrameworkControl(framework, number)).toBeDefined();
    expect(mappedControls(template, frameworkOf(framework))).toHaveLength(numbers.length);
  });

  test("is complete: every section, no placeholders, good quality", () => {
    const control = numbers[0]!;
    const content = render(template, framework, { control });
    const headings = [...content.matchAll(/^## \d+\. (.*)$/gm)].map(([, name]) => name);
    expect(headings).toEqual([
      ...POLICY_SECTIONS.slice(0, -1),
      `How this policy fulfils ${control}`,
      "Revision history",
    ]);
    expect(content).not.toMatch(/[{}]|undefined|\bnull\b/);
    expect(content).toContain(findFrameworkControl(framework, control)!.summary);
    const { score, reasons } = policyQuality(
      facts(content, { controls: frameworkOf(framework).controls, control }),
    );
    expect(reasons.filter(({ points, of }) => points < of)).toEqual([]);
    expect(score).toBe(100);
  });
});

test.each(POLICY_TEMPLATES.map((template) => ({ type: template.type, template })))(
  "$type has rules that can be tested, in every line of business",
  ({ template }) => {
    const rules = template.statements.flatMap(({ rules: some }) => some);
    expect(rules.length).toBeGreaterThanOrEqual(12);
    for (const rule of rules) expect(rule).toMatch(/\b(?:must|may|forbidden)\b/);
    for (const { name } of INDUSTRIES) {
      const content = render(template, "soc2", { industry: name });
      const { data } = industryNamed(name);
      expect(content).toContain(data);
      expect(content).not.toMatch(/[{}]/);
    }
  },
);

test.each([
  ["Healthcare", "healthcare"],
  ["Fin-Tech", "finance"],
  ["E-Commerce", "ecommerce"],
  ["B2B SaaS", "saas"],
  ["Automotive manufacturing", "manufacturing"],
  ["Beekeeping", "general"],
  ["", "general"],
])("maps the industry %j to %s", (name, id) => expect(industryNamed(name).id).toBe(id));

test("writes the company's name as given, also at the beginning of a sentence", () => {
  for (const { template, framework } of pairs)
    expect(render(template, framework, { company: "eBay" })).not.toContain("EBay");
});

test("uses the caller's words for an unknown industry", () => {
  expect(render(POLICY_TEMPLATES[0]!, "soc2", { industry: "Bee|keeping" })).toContain(
    "works in Bee\\|keeping.",
  );
});

test.each([
  [{ type: "nonsense", control: null }, "type", "access_control"],
  [{ type: "privacy", control: "A.8.1" }, "control_id", "CC6.1"],
])("refuses %j, naming the field and what is allowed", (request, field, allowed) =>
  expect(requestProblem(request, frameworkOf("soc2"))).toEqual({
    field,
    error: expect.stringContaining(allowed),
  }),
);

describe("a policy for an imported framework", () => {
  const template = POLICY_TEMPLATES.find(({ type }) => type === "backup_recovery")!;
  const content = render(template, "oscal-1", { control: "cp-1(1)" });

  test("names the controls whose titles come closest, and claims no mapping", () => {
    const [, mapped = ""] = content.split("apped controls");
    expect(mapped).toContain("This policy is not mapped to Baseline, 3.");
    expect(mapped).toContain("| cp-0(1) | Backups |");
    expect(mapped).toContain("Recovery \\| tests");
    expect(mapped.split("\n## ")[0]).not.toContain("Gardening");
  });

  test("is judged by its own controls", () => {
    const about = { controls: BASELINE.controls, control: "cp-1(1)" };
    const { reasons } = policyQuality(facts(content, about));
    expect(reasons.find(({ check }) => check === "controls")).toMatchObject({ points: 15 });
    const other = policyQuality(facts(content, { ...about, control: "cp-9(1)" })).reasons;
    expect(other.find(({ check }) => check === "controls")).toMatchObject({ result: "control_not_named" });
  });
});

test("reports a policy that was not written for the control", () => {
  const template = POLICY_TEMPLATES.find(({ type }) => type === "physical_security")!;
  const content = render(template, "soc2", { control: "CC8.1" });
  expect(content).toContain("only supports it");
  expect(content).toContain("Other policies that serve this control: Change Management Policy");
});

test.each([
  ["2026-03-31", "2027-03-31"],
  ["2028-02-29", "2029-02-28"],
])("a policy of %s is reviewed on %s", (date, next) => expect(nextReviewOf(date)).toBe(next));

describe("quality", () => {
  const whole = render(POLICY_TEMPLATES[0]!, "soc2");
  test.each<[string, string, (content: string) => string, Partial<PolicyFacts>]>([
    ["sections", "a section is missing", (content) => content.replace("Enforcement", "Other"), {}],
    ["placeholders", "a placeholder is open", (content) => `${content}\nAsk [Your name].`, {}],
    ["company", "another company is named", (content) => content, { companyName: "Another Company" }],
    ["review", "the review is over", (content) => content, { today: "2030-01-01" }],
    [
      "controls",
      "another framework's numbers are named",
      (content) => content,
      { controls: frameworkOf("iso27001").controls },
    ],
    ["controls", "the requested control is not named", (content) => content, { control: "CC6.4" }],
    ["measurable", "nothing is measured", (content) => content.replaceAll("must", "should"), {}],
    ["length", "the text is short", (content) => content.slice(0, 900), {}],
  ])("%s: fewer points if %s", (check, _why, change, requested) => {
    const { score, reasons } = policyQuality(facts(change(whole), requested));
    const reason = reasons.find((one) => one.check === check)!;
    expect(reason.points).toBeLessThan(reason.of);
    expect(score).toBeLessThan(100);
  });

  test.each([
    ["A.8.1 and A.8.2, also (A.8.3).", 15],
    ["See A.8.1-A.8.3.", 10],
    ["Only A.8.15", 5],
    ["A.8.150", 0],
  ])("controls named in %j: %d points", (text, points) => {
    const { reasons } = policyQuality(facts(text, { controls: frameworkOf("iso27001").controls }));
    expect(reasons.find(({ check }) => check === "controls")!.points).toBe(points);
  });

  test.each(["[your ", "<your ", "{a", "next review ", "a-", "a)."])(
    "100,000 letters of %j are judged at once",
    async (piece) => {
      const text = piece.repeat(100_000 / piece.length);
      expect(await cpuMs(() => policyQuality(facts(text)))).toBeLessThan(2_000);
    },
  );

  test("an empty text has points only for its missing placeholders", () =>
    expect(policyQuality(facts("")).score).toBe(10));
});

describe("the name of a policy's file", () => {
  test.each([
    [{ companyName: COMPANY, title: "Access Control", version: 2 }, `${COMPANY} - Access Control v2.pdf`],
    [{ companyName: "A/B Ltd", title: "Backup\\Recovery", version: 10 }, "A-B Ltd - Backup-Recovery v10.pdf"],
  ])("of %j is %s", (version, name) => expect(policyFileName(version, "pdf")).toBe(name));

  test("keeps the extension of a long one", () => {
    const version = { companyName: "Ä".repeat(500), title: "x", version: 1 };
    expect(policyFileName(version, "docx")).toMatch(/^Ä+.*\.docx$/);
  });
});
