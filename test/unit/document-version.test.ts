import { describe, expect, test } from "@jest/globals";
import { builtInFramework } from "../../domain/frameworks/catalogue.rules.ts";
import { stateRevision, statedVersion } from "../../domain/policies/document-version.rules.ts";
import { POLICY_TEMPLATES } from "../../domain/policies/policy-templates.data.ts";
import { renderPolicy } from "../../domain/policies/render-policy.rules.ts";

const REVISION = { version: 2, date: "2027-01-02", author: "Ada | Lovelace", change: "Edited" };
const first = { version: 1, date: "2026-11-26", author: "Grace Hopper", change: "First version" };

describe("the version that the text of a policy states", () => {
  test.each(POLICY_TEMPLATES.map((template) => [template.type, template] as const))(
    "is updated in %s",
    (_type, template) => {
      const framework = builtInFramework("soc2")!;
      const request = {
        type: template.type,
        companyName: "Example Ltd",
        framework: "soc2",
        control: null,
        industry: "",
      };
      const text = renderPolicy({ template, framework, request, revisions: [first] });
      expect(statedVersion(text)).toBe(1);
      const next = stateRevision(text, REVISION);
      expect(statedVersion(next)).toBe(2);
      expect(next).toContain("| Date | 2027-01-02 |");
      expect(next.trimEnd().split("\n").slice(-2)).toEqual([
        "| 1 | 2026-11-26 | Grace Hopper | First version |",
        "| 2 | 2027-01-02 | Ada \\| Lovelace | Edited |",
      ]);
      expect(next.split("\n").length).toBe(text.split("\n").length + 1);
    },
  );

  test("is none in other texts, which stay as they are", () => {
    const text = "# Policy\n\n| Version | 1.0 |\n";
    expect(statedVersion(text)).toBeNull();
    expect(stateRevision(text, REVISION)).toBe(text);
  });
});
