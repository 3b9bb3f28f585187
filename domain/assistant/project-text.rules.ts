import { reportScore } from "../reports/report-score.rules.ts";
import type { ReportData } from "../reports/report-data.ts";
import { gapsOf, type ControlFacts } from "../compliance/gaps.rules.ts";
import { isActive } from "../findings/finding.rules.ts";
import { resultOf, type JobResult, type ProjectKind } from "./job.rules.ts";
import { suggestionsOf, type Suggestion } from "./suggestions.rules.ts";

const WEAK = 60;
const MOST_STEPS = 20;
const MOST_TITLES = 3;

function factsOf({ controls, evidence, findings }: ReportData): Map<string, ControlFacts> {
  return new Map(
    controls.map(({ id, number }) => {
      const own = evidence.filter(({ control }) => control === number);
      const weak = own.filter(
        ({ status, qualityScore }) => (status === "approved" || status === "pending") && qualityScore < WEAK,
      );
      return [
        id,
        {
          expiredEvidence: own.filter(({ status }) => status === "expired").length,
          weakEvidence: weak.length,
          openFindings: findings.filter(({ control, status }) => control === number && isActive(status))
            .length,
        },
      ];
    }),
  );
}

/** What is lacking, as steps: what brings the score forward most comes first. */
function stepsOf(data: ReportData): Suggestion[] {
  const applicable = data.controls.filter(({ notApplicable }) => !notApplicable).length;
  return suggestionsOf(gapsOf(data.controls, factsOf(data)), applicable);
}

const tenths = (value: number): string => value.toFixed(1);
const bullet = (line: string): string => `- ${line}`;

function opening(data: ReportData): string {
  const { overall, coverage, risk, evidence_quality: quality } = reportScore(data);
  const { name, frameworkName, periodStart, periodEnd } = data.project;
  const period = periodStart === null || periodEnd === null ? "" : ` for ${periodStart} to ${periodEnd}`;
  return (
    `${name} is assessed against ${frameworkName}${period}. Its compliance score is ${tenths(overall)} of 100: of ` +
    `${coverage.total} applicable controls ${coverage.complete} are complete, ${coverage.in_progress} in progress and ` +
    `${coverage.not_started} not started. ${quality.total} pieces of evidence count. The risk is ${risk.level} ` +
    `(${tenths(risk.score)} of 100, from ${risk.counted} open findings).`
  );
}

/** Category by category, what stands and on which evidence. */
function narrative(data: ReportData): string {
  const groups = Map.groupBy(
    data.controls.filter(({ notApplicable }) => !notApplicable),
    ({ category }) => category,
  );
  const parts = [...groups].map(([category, controls]) => {
    const numbers = new Set(controls.map(({ number }) => number));
    const files = data.evidence.filter(
      ({ control, status }) => numbers.has(control) && status === "approved",
    );
    const complete = controls.filter(({ status }) => status === "complete").length;
    const titles = files.slice(0, MOST_TITLES).map(({ title, control }) => `${title} (${control})`);
    const rest = files.length > MOST_TITLES ? ` and ${files.length - MOST_TITLES} more` : "";
    const shown =
      titles.length === 0
        ? "No evidence is approved yet."
        : `Approved evidence: ${titles.join(", ")}${rest}.`;
    return `## ${category}\n\n${complete} of ${controls.length} controls are complete. ${shown}`;
  });
  return [`# Audit narrative`, opening(data), ...parts].join("\n\n");
}

function plan(data: ReportData, title: string): string {
  const steps = stepsOf(data);
  const lines = steps.slice(0, MOST_STEPS).map((step, i) => `${i + 1}. ${step.title}: ${step.description}`);
  const rest =
    steps.length > MOST_STEPS ? [`${steps.length - MOST_STEPS} further steps follow in the gap list.`] : [];
  const none = steps.length === 0 ? ["Nothing is lacking."] : [];
  return [`# ${title}`, opening(data), lines.join("\n"), ...rest, ...none].filter(Boolean).join("\n\n");
}

function summary(data: ReportData): string {
  const score = reportScore(data);
  const categories = Object.entries(score.categories).map(([name, value]) =>
    bullet(`${name.replaceAll("_", " ")}: ${tenths(value)}`),
  );
  const missing = score.top_missing_controls.map(({ number, title }) => bullet(`${number} ${title}`));
  return [
    "# Summary",
    opening(data),
    "By category:",
    categories.join("\n"),
    "Furthest behind:",
    missing.join("\n"),
  ]
    .filter(Boolean)
    .join("\n\n");
}

/** An analysis or a text about a whole project, from its figures and titles alone. */
export function writeAboutProject(kind: ProjectKind, data: ReportData): JobResult {
  switch (kind) {
    case "gap_analysis":
      return resultOf({ text: plan(data, "Gap analysis"), steps: stepsOf(data) });
    case "remediation_plan":
      return resultOf({ text: plan(data, "Remediation plan"), steps: stepsOf(data) });
    case "audit_narrative":
      return resultOf({ text: narrative(data) });
    case "summary":
      return resultOf({ text: summary(data) });
  }
}
