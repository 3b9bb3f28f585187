import { describe, expect, test } from "@jest/globals";
import { projectScore } from "../../domain/project-data/project-score.rules.ts";
import { controlOf, dataOf, evidenceOf, findingOf } from "../support/report-rows.ts";

describe("the figures of a project in a report", () => {
  test("count only evidence that counts", () => {
    const evidence = [
      evidenceOf("approved", { qualityScore: 90 }),
      evidenceOf("pending", { status: "pending", qualityScore: 70 }),
      evidenceOf("rejected", { status: "rejected", qualityScore: 0 }),
      evidenceOf("unread", { chunkingStatus: "FAILED", qualityScore: 0 }),
      evidenceOf("superseded", { status: "superseded", qualityScore: 0 }),
    ];
    expect(projectScore(dataOf({ evidence })).evidence_quality).toEqual({
      total: 2,
      high_quality: 1,
      good_quality: 1,
      needs_improvement: 0,
    });
  });

  test("take the risk from open and in-progress findings only", () => {
    const findings = [
      findingOf("f1", { severity: "Critical", status: "resolved" }),
      findingOf("f2", { severity: "High", status: "in-progress" }),
      findingOf("f3", { severity: "High" }),
      findingOf("f4", { severity: "Low", status: "accepted" }),
    ];
    const { risk, active_findings: active } = projectScore(dataOf({ findings }));
    expect(active).toMatchObject({ Critical: 0, High: 2, Low: 0 });
    expect(risk.counted).toBe(2);
    const without = projectScore(dataOf({ findings: [] })).risk;
    expect(without).toMatchObject({ score: 0, counted: 0 });
    expect(risk.score).toBeGreaterThan(without.score);
  });

  test("name the controls furthest behind, without those that do not apply", () => {
    const controls = [
      controlOf("CC6.1", { progress: 100, status: "complete" }),
      controlOf("CC6.2", { progress: 10, evidenceHints: ["Tickets"] }),
      controlOf("CC6.3", { progress: 0, notApplicable: true }),
    ];
    const score = projectScore(dataOf({ controls }));
    expect(score.top_missing_controls[0]).toMatchObject({ number: "CC6.2", evidence_hints: ["Tickets"] });
    expect(score.top_missing_controls.map(({ number }) => number)).not.toContain("CC6.3");
    expect(score.left_out.map(({ number }) => number)).toEqual(["CC6.3"]);
    expect(score.shares.map((share) => Object.keys(share)).flat()).not.toContain("control_id");
  });
});
