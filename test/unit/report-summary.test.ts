import { expect, test } from "@jest/globals";
import { summarySheet } from "../../activities/reports/summary-sheet.ts";
import { en } from "../../domain/texts/en.ts";
import { controlOf, dataOf, evidenceOf, findingOf } from "../support/report-rows.ts";

const blocks = summarySheet(
  dataOf({
    controls: [
      controlOf("CC6.1", { status: "complete", progress: 100, approvedEvidence: 1 }),
      controlOf("CC6.2", { progressSource: "manual", progress: 50, status: "in_progress" }),
      controlOf("A1.1", { trustCategory: "availability" }),
    ],
    evidence: [evidenceOf("e1"), evidenceOf("e2", { qualityScore: 10 })],
    findings: [findingOf("f1")],
  }),
  en,
);

test("the meaning of each bar in a summary is directly above it", () => {
  const charts = blocks.flatMap((block, n) => (block.kind === "bars" ? [n] : []));
  expect(charts).toHaveLength(2);
  for (const n of charts) {
    const above = blocks[n - 1]!;
    expect(above.kind).toBe("caption");
    expect("text" in above && above.text).toMatch(/A full bar is 100%/);
  }
});

test("only shares of a whole are bars", () => {
  const bars = blocks.flatMap((block) => (block.kind === "bars" ? block.bars : []));
  expect(bars.map(({ label, value }) => [label, value])).toEqual([
    ["Compliance score", "50%"],
    ["Fully verified controls", "33.3%"],
    ["Security", "75%"],
    ["Availability", "0%"],
  ]);
  for (const { share, value } of bars) expect(`${Number((100 * share).toFixed(1))}%`).toBe(value);
});

test("counts are rows", () => {
  expect(blocks.flatMap((block) => (block.kind === "rows" ? block.rows : []))).toEqual([
    ["Controls that apply", "3: 1 complete, 1 in progress, 1 not started"],
    ["Evidence", "2: 1 high quality, 0 good quality, 1 needs improvement"],
    ["Active findings", "1: 0 critical, 1 high, 0 medium, 0 low, 0 info"],
    ["Risk", "Medium, 50 of 100"],
  ]);
});
