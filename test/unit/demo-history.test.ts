import { expect, test } from "@jest/globals";
import { PAST_DAYS, figuresThen, type PresentState } from "../../dev/demo/organisation/past-figures.ts";

const control = (n: number) => ({
  number: `CC${n}`,
  trustCategory: n % 3 === 0 ? "availability" : "security",
  progress: n < 12 ? 100 : n < 15 ? 50 : 0,
  notApplicable: false,
});
const STATE: PresentState = {
  controls: Array.from({ length: 30 }, (_, n) => control(n)),
  evidence: [100, 45, 90, 70, 95, 88, 92, 99, 100, 61, 85, 93, 91, 97, 96].map((quality, n) => ({
    controls: [`CC${n}`],
    quality,
    uploaded: 95 - 6 * n,
    approved: n < 12 ? 92 - 6 * n : null,
  })),
  findings: [
    { severity: "High", status: "closed" },
    { severity: "Medium", status: "open" },
    { severity: "Medium", status: "accepted" },
    { severity: "Low", status: "in-progress" },
  ],
};
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

test.each(Array.from({ length: PAST_DAYS }, (_, index) => index + 1))(
  "the figures of %i days ago follow from the controls, evidence and findings of that day",
  (daysAgo) => {
    const { overall, coverage, quality, progress, risk } = figuresThen(STATE, daysAgo);
    const each = Object.values(progress);
    expect(overall).toBeCloseTo(mean(each), 10);
    expect(coverage).toEqual({
      total: 30,
      complete: each.filter((value) => value === 100).length,
      in_progress: each.filter((value) => value > 0 && value < 100).length,
      not_started: each.filter((value) => value === 0).length,
    });
    const { total, high_quality, good_quality, needs_improvement } = quality;
    expect(total).toBe(high_quality + good_quality + needs_improvement);
    expect(total).toBeLessThanOrEqual(STATE.evidence.length);
    expect(risk.counted).toBeLessThanOrEqual(STATE.findings.length);
    expect(overall).toBeGreaterThanOrEqual(figuresThen(STATE, daysAgo + 1).overall);
  },
);

test("the history begins with some progress and leads to the present", () => {
  expect(figuresThen(STATE, PAST_DAYS).overall).toBeGreaterThan(0);
  expect(figuresThen(STATE, 0).overall).toBeCloseTo(mean(STATE.controls.map(({ progress }) => progress)), 10);
  expect(figuresThen(STATE, 1).risk).toMatchObject({ score: 35, counted: 2 });
});
