import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { gapsOf } from "../../domain/compliance/gaps.rules.ts";
import {
  categoryScores,
  completionPercentage,
  coverageOf,
  criticalGaps,
  explainScore,
  missingControls,
  qualityOf,
  topMissingControls,
} from "../../domain/compliance/score.rules.ts";
import { overallScore } from "../../domain/controls/overall-score.rules.ts";
import { dayRepresented, representsBetter } from "../../domain/compliance/score-snapshot.rules.ts";
import { derivedProgress, statusOfProgress } from "../../domain/controls/control.rules.ts";
import { TRUST_CATEGORIES } from "../../domain/frameworks/framework.rules.ts";

const control = (position: number, over: object = {}) => ({
  id: `id-${position}`,
  number: `CC1.${position}`,
  title: "",
  category: "",
  trustCategory: "security",
  position,
  status: "not_started" as const,
  progress: 0,
  progressSource: "evidence" as const,
  statements: {},
  requiredEvidence: 1,
  approvedEvidence: 0,
  pendingEvidence: 0,
  notApplicable: false,
  ...over,
});

/** Controls as evidence leaves them. */
const anyControls = fc
  .array(
    fc.record({
      approved: fc.nat(4),
      pending: fc.nat(4),
      required: fc.integer({ min: 1, max: 4 }),
      notApplicable: fc.boolean(),
      trustCategory: fc.constantFrom(...TRUST_CATEGORIES),
    }),
    { maxLength: 30 },
  )
  .map((rows) =>
    rows.map(({ approved, pending, required, ...rest }, position) => {
      const progress = derivedProgress({ approved, pending, required });
      const counts = { approvedEvidence: approved, pendingEvidence: pending, requiredEvidence: required };
      return control(position, { ...counts, ...rest, progress, status: statusOfProgress(progress) });
    }),
  );

describe("derived progress", () => {
  it("gives a category without applicable controls no score", () => {
    const controls = [control(0), control(1, { trustCategory: "privacy", notApplicable: true })];
    expect(categoryScores(controls)).toEqual({ security: 0 });
  });

  it.each([
    { approved: 0, pending: 0, required: 1, progress: 0, status: "not_started" },
    { approved: 0, pending: 1, required: 1, progress: 50, status: "in_progress" },
    { approved: 0, pending: 2, required: 1, progress: 99, status: "in_progress" },
    { approved: 1, pending: 0, required: 1, progress: 100, status: "complete" },
    { approved: 1, pending: 0, required: 3, progress: 100 / 3, status: "in_progress" },
    { approved: 1, pending: 1, required: 2, progress: 75, status: "in_progress" },
    { approved: 2, pending: 9, required: 3, progress: 99, status: "in_progress" },
    { approved: 5, pending: 0, required: 3, progress: 100, status: "complete" },
  ])(
    "of $approved approved and $pending pending for $required is $progress",
    ({ progress, status, ...counts }) => {
      expect(derivedProgress(counts)).toBeCloseTo(progress, 12);
      expect(statusOfProgress(derivedProgress(counts))).toBe(status);
    },
  );

  it("is complete exactly when enough is approved, and never falls when evidence is added", () => {
    const counts = fc.record({
      approved: fc.nat(9),
      pending: fc.nat(9),
      required: fc.integer({ min: 1, max: 9 }),
    });
    fc.assert(
      fc.property(counts, ({ approved, pending, required }) => {
        const progress = derivedProgress({ approved, pending, required });
        expect(progress === 100).toBe(approved >= required);
        expect(derivedProgress({ approved: approved + 1, pending, required })).toBeGreaterThanOrEqual(
          progress,
        );
        expect(derivedProgress({ approved, pending: pending + 1, required })).toBeGreaterThanOrEqual(
          progress,
        );
      }),
    );
  });
});

describe("a project's figures", () => {
  it("are the raw average, never rounded", () => {
    const controls = [100, 0, 0].map((progress, i) => control(i, { progress }));
    expect(overallScore(controls)).toBe(100 / 3);
    expect(overallScore([])).toBe(0);
  });

  it("exclude what is not applicable", () => {
    const controls = [control(0, { progress: 50 }), control(1, { notApplicable: true })];
    expect(overallScore(controls)).toBe(50);
    expect(coverageOf(controls).total).toBe(1);
    expect(missingControls(controls)).toHaveLength(1);
  });

  it("give a category for which the framework has no controls no score", () => {
    expect(categoryScores([control(0, { progress: 80 })])).toEqual({ security: 80 });
  });

  it.each([
    [[], [0, 0, 0, 0]],
    [
      [80, 79, 60, 59, 100, 0],
      [6, 2, 2, 2],
    ],
  ])("group evidence with the scores %j", (scores, [total, high, good, needs]) => {
    const expected = { total, high_quality: high, good_quality: good, needs_improvement: needs };
    expect(qualityOf(scores)).toEqual(expected);
  });

  it("count only evidence as verified", () => {
    const byHand = control(0, { progress: 100, status: "complete" });
    const shown = control(1, { progress: 100, status: "complete", approvedEvidence: 1 });
    expect(completionPercentage([byHand, shown])).toBe(50);
  });

  it("name the five furthest behind, equal ones in the framework's order", () => {
    const controls = [30, 0, 99, 0, 100, 50, 10].map((progress, i) =>
      control(i, { progress, status: statusOfProgress(progress) }),
    );
    expect(topMissingControls(controls).map(({ position }) => position)).toEqual([1, 3, 6, 0, 5]);
    expect(criticalGaps(controls)).toBe(2);
  });

  it("agree with each other for any controls in any order", () => {
    fc.assert(
      fc.property(anyControls, (controls) => {
        const overall = overallScore(controls);
        expect(overallScore(controls.toReversed())).toBe(overall);
        const { total, complete, in_progress, not_started } = coverageOf(controls);
        expect(complete + in_progress + not_started).toBe(total);
        expect(missingControls(controls)).toHaveLength(total - complete);
        const points = explainScore(controls).reduce((sum, share) => sum + share.points, 0);
        expect(points).toBeCloseTo(overall, 9);
        expect(completionPercentage(controls)).toBeLessThanOrEqual(
          total === 0 ? 0 : (100 * complete) / total + 1e-9,
        );
      }),
    );
  });
});

describe("gaps", () => {
  const nothing = { expiredEvidence: 0, unread: [], weakEvidence: 0, openFindings: 0 };
  const unread = [{ id: "e", title: "Scan", why: "It is protected with a password" }];
  const done = { progress: 100, status: "complete" as const, approvedEvidence: 1 };
  it.each([
    ["nothing was uploaded", {}, {}, ["no_evidence"]],
    ["it is pending review", { pendingEvidence: 1, progress: 50 }, {}, ["evidence_pending"]],
    [
      "part of it is pending",
      { pendingEvidence: 1, requiredEvidence: 2 },
      {},
      ["no_evidence", "evidence_pending"],
    ],
    ["its evidence has expired", {}, { expiredEvidence: 1 }, ["evidence_expired"]],
    ["its file could not be read", {}, { unread }, ["evidence_unread"]],
    ["it is weak", done, { weakEvidence: 1 }, ["low_quality"]],
    ["findings are open", done, { openFindings: 2 }, ["open_findings"]],
  ])("have reasons: %s", (_what, over, facts, reasons) => {
    const [gap] = gapsOf([control(0, over)], new Map([["id-0", { ...nothing, ...facts }]]));
    expect(gap?.reasons).toEqual(reasons);
    expect(gap?.suggestedAction).toMatch(/\w/);
  });

  it("have the framework's requirement, and evidence for it", () => {
    const texts = new Map([
      ["CC1.0", { summary: "People behave.", evidenceHints: ["a code", "training", "minutes"] }],
    ]);
    expect(gapsOf([control(0), control(1)], new Map(), texts)).toMatchObject([
      {
        summary: "People behave.",
        evidenceHints: ["a code", "training", "minutes"],
        suggestedAction:
          "Upload evidence that shows how the control works, such as a code, training or minutes",
      },
      { summary: "", suggestedAction: "Upload evidence that shows how the control works" },
    ]);
  });

  it("do not exist for complete and inapplicable controls", () => {
    expect(gapsOf([control(0, done), control(1, { notApplicable: true })], new Map())).toEqual([]);
  });

  it("are sorted worst first", () => {
    const controls = [control(0, { progress: 50, pendingEvidence: 1 }), control(1), control(2)];
    expect(gapsOf(controls, new Map()).map((gap) => gap.control.position)).toEqual([1, 2, 0]);
  });
});

describe("a snapshot", () => {
  it.each([
    ["2026-03-02T00:05:00Z", "2026-03-01"],
    ["2026-03-02T11:59:59Z", "2026-03-01"],
    ["2026-03-02T12:00:00Z", "2026-03-02"],
    ["2026-03-02T23:59:59Z", "2026-03-02"],
  ])("taken at %s represents the end of %s", (takenAt, day) =>
    expect(dayRepresented(new Date(takenAt))).toBe(day),
  );

  it.each([
    ["2026-03-02T00:05:00Z", "2026-03-01T12:30:00Z", true],
    ["2026-03-01T12:30:00Z", "2026-03-02T00:05:00Z", false],
    ["2026-03-02T11:00:00Z", "2026-03-02T00:05:00Z", false],
    ["2026-03-01T23:58:00Z", "2026-03-02T00:05:00Z", true],
    ["2026-03-02T00:05:00Z", "2026-03-02T00:05:00Z", false],
  ])("taken at %s instead of one of %s: %s", (takenAt, kept, isBetter) =>
    expect(representsBetter("2026-03-01", new Date(takenAt), new Date(kept))).toBe(isBetter),
  );
});
