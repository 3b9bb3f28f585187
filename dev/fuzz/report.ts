import { readFileSync } from "node:fs";
import type { FuzzReport } from "./schemathesis.ts";

export interface CallerRun {
  caller: string;
  report: FuzzReport;
  log: string;
}

const acceptedBy = ({ valid_rates: rates }: FuzzReport): number =>
  Object.values(rates).filter((phases) => Object.values(phases).some(({ accepted }) => accepted > 0)).length;

const rowOf = ({ caller, report }: CallerRun) => ({
  caller,
  operations: report.operations?.tested ?? 0,
  "of which succeeded": acceptedBy(report),
  requests: report.test_cases.generated,
  findings: report.failures.length,
  errors: report.errors.length,
  seconds: Math.round(report.running_time ?? 0),
});

/** The findings of a run in Schemathesis's own words, which say how to repeat each request. */
const detailsOf = (log: string): string => {
  const text = readFileSync(log, "utf8");
  const from = text.indexOf("= FAILURES =");
  return from === -1 ? text : text.slice(text.lastIndexOf("\n", from) + 1);
};

/** Prints the table and every finding. Returns whether there are none. */
export function reportFindings(runs: readonly CallerRun[], faults: readonly string[]): boolean {
  const isClean = ({ report }: CallerRun): boolean =>
    report.complete && report.failures.length === 0 && report.errors.length === 0;
  for (const { caller, log } of runs.filter((run) => !isClean(run)))
    console.log(`\n===== ${caller} =====\n${detailsOf(log)}`);
  if (faults.length > 0) console.log(`\nThe processes logged faults:\n${faults.join("\n")}`);
  console.table(runs.map(rowOf));
  const passed = runs.every(isClean) && faults.length === 0;
  console.log(passed ? "Nothing found" : "Findings to fix");
  return passed;
}
