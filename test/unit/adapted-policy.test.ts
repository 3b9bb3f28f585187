import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { builtInFramework } from "../../domain/frameworks/catalogue.rules.ts";
import { acceptedPolicy } from "../../domain/policies/adapted-policy.rules.ts";
import { policyQuality } from "../../domain/policies/policy-quality.rules.ts";
import { POLICY_TEMPLATES } from "../../domain/policies/policy-templates.data.ts";
import type { PolicyDraft } from "../../domain/policies/policy-writer.ts";
import { renderPolicy } from "../../domain/policies/render-policy.rules.ts";

const TODAY = "2026-03-31";

function draftOf(template = POLICY_TEMPLATES[0]!): PolicyDraft {
  const request = {
    type: template.type,
    framework: "soc2",
    control: null,
    companyName: "Example Ltd",
    industry: "software",
  };
  const revisions = [{ version: 1, date: TODAY, author: "Ada", change: "First version" }];
  const framework = builtInFramework("soc2")!;
  return {
    person: "ada",
    request,
    controls: framework.controls,
    content: renderPolicy({ template, framework, request, revisions }),
  };
}

const draft = draftOf();
const { content } = draft;
const headings = content.match(/^#{1,4} .+$/gm)!;
const historyOf = (text: string): string =>
  text.slice(text.search(/^## (?:\d+\. )?Revision history$/m)).trim();
const accepted = (written: string): string | null => acceptedPolicy(draft, written, TODAY);
const scoreOf = (text: string): number =>
  policyQuality({ ...draft.request, controls: draft.controls, content: text, today: TODAY }).score;

describe("a model's version of a policy", () => {
  it.each(POLICY_TEMPLATES.map((template) => [template.type, template] as const))(
    "is the draft itself if the model changes nothing: %s",
    (_type, template) => {
      const own = draftOf(template);
      expect(acceptedPolicy(own, own.content, TODAY)?.trim()).toBe(own.content.trim());
    },
  );

  it("may have further statements", () => {
    const added = "- **4.1.9** Rights must be reviewed every 30 days.";
    const written = content.replace(/^### 4\.2 /m, `${added}\n\n### 4.2 `);
    expect(accepted(written)).toContain(added);
  });

  it("may be in a code block, and may change the case of headings", () => {
    expect(accepted(`\`\`\`markdown\n${content}\n\`\`\``)?.trim()).toBe(content.trim());
    expect(accepted(content.replace(headings[1]!, headings[1]!.toUpperCase()))).not.toBeNull();
  });

  it("is refused without any one of the headings", () => {
    const history = headings.findIndex((heading) => heading.endsWith("Revision history"));
    fc.assert(
      fc.property(fc.nat(history - 1), (n) => {
        expect(accepted(content.replace(headings[n]!, "Text"))).toBeNull();
      }),
    );
  });

  it.each([
    ["is empty", ""],
    ["has only headings", headings.join("\n\n")],
    ["has a placeholder", content.replace("Example Ltd", "[Company]")],
    ["names no company", content.replaceAll("Example Ltd", "the firm")],
  ])("is refused if it %s", (_name, written) => {
    expect(accepted(written)).toBeNull();
  });

  it.each([
    ["forged", (text: string) => text.replace("First version", "Approved by the board")],
    ["dropped", (text: string) => text.replace(historyOf(text), "")],
    ["repeated", (text: string) => `${text}\n\n${historyOf(text).replace("Ada", "Eve")}`],
  ])("has our revision history, even if the model %s it", (_name, change) => {
    const result = accepted(change(content))!;
    expect(historyOf(result)).toBe(historyOf(content));
    expect(result).not.toMatch(/Approved by the board|\bEve\b/);
  });

  it("contains no links and no markup, and is never worse than the draft", () => {
    const insert = fc.constantFrom(
      "[terms](https://evil.example/x)",
      "<script>alert(1)</script>",
      "![logo](https://evil.example/logo.png)",
      "Records must be kept for 3 years.",
      "\n\n## Another section\n\n",
    );
    const lines = content.split("\n");
    fc.assert(
      fc.property(fc.nat(lines.length - 1), insert, (at, text) => {
        const result = accepted(lines.toSpliced(at, 0, text).join("\n"));
        if (result === null) return;
        expect(result).not.toMatch(/https?:|<script|!\[/);
        expect(scoreOf(result)).toBeGreaterThanOrEqual(scoreOf(content));
      }),
    );
  });
});
