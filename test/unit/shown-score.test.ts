import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { percent } from "../../activities/reports/wording.ts";
import { describeProgress } from "../../domain/assistant/figures.rules.ts";
import { overallScore } from "../../domain/controls/overall-score.rules.ts";
import { shownScore } from "../../domain/compliance/shown-score.rules.ts";
import { en } from "../../domain/texts/en.ts";

test.each([
  [0, "0%"],
  [0.04, "0%"],
  [33.333, "33.3%"],
  [99.9, "99.9%"],
  [99.94, "99.9%"],
  [99.95, "99.9%"],
  [99.999_999, "99.9%"],
  [100, "100%"],
])("a score of %d is shown as %s", (score, text) => expect(percent(en, score)).toBe(text));

test("a project is at 100 if all of its controls are, and never before", () => {
  const progress = fc.oneof(fc.constant(100), fc.double({ min: 0, max: 99.5, noNaN: true }));
  fc.assert(
    fc.property(fc.array(progress, { minLength: 1, maxLength: 400 }), (all) => {
      const controls = all.map((one, position) => ({ progress: one, notApplicable: false, position }));
      expect(shownScore(overallScore(controls)).toFixed(1) === "100.0").toBe(all.every((one) => one === 100));
    }),
  );
  const nearly = Array.from({ length: 3_000 }, (_, position) => ({
    progress: position === 0 ? 99 : 100,
    notApplicable: false,
    position,
  }));
  expect(percent(en, overallScore(nearly))).toBe("99.9%");
});

test("a chat does not call a control complete before it is", () => {
  const control = {
    id: "c",
    number: "CC6.1",
    title: "Access",
    category: "",
    trustCategory: "security",
    position: 1,
    status: "in_progress" as const,
    progress: 99.99,
    requiredEvidence: 2,
    approvedEvidence: 1,
    pendingEvidence: 2,
    notApplicable: false,
    progressSource: "evidence" as const,
    statements: {},
  };
  expect(describeProgress(control, en)).toBe(
    "CC6.1 Access: 99.9%, 1 of 2 required evidence approved, 2 pending review.",
  );
});
