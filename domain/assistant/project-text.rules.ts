import { projectScore } from "../project-data/project-score.rules.ts";
import type { ProjectData, EvidenceData } from "../project-data/project-data.ts";
import { gapsOf, type ControlFacts } from "../compliance/gaps.rules.ts";
import type { ControlTexts } from "../frameworks/control-text.rules.ts";
import { counts, serves, GOOD_QUALITY, lacksReading, type Countable } from "../evidence/evidence.rules.ts";
import { isActive } from "../findings/finding.rules.ts";
import { counted } from "../counted.rules.ts";
import type { Texts } from "../texts/en.ts";
import { areOf, describeByHand, describeCoverage, tenths } from "./wording.rules.ts";
import { resultOf, type JobResult, type ProjectKind } from "./job.rules.ts";
import { suggestionsOf, type QuestionSuggestion } from "./suggestions.rules.ts";

const MAX_STEPS = 20;
const MAX_TITLES = 3;

const textsOf = ({ controls }: ProjectData): ControlTexts =>
  new Map(controls.map((control) => [control.number, control]));

/** Whether evidence that counts has a weak quality, judging by what was read of it. */
const isWeak = (evidence: Countable & { qualityScore: number }): boolean =>
  counts(evidence) && evidence.chunkingStatus === "COMPLETED" && evidence.qualityScore < GOOD_QUALITY;

/** The evidence and findings of each control, by its id: the same facts as those of the compliance routes. */
export const projectFacts = ({ controls, evidence, findings }: ProjectData): Map<string, ControlFacts> =>
  new Map(
    controls.map(({ id: controlId, number }) => {
      const serving = evidence.filter(serves(number));
      const unread = serving
        .filter(lacksReading)
        .map(({ id, title, ingestionError: why }) => ({ id, title, why }));
      const facts = {
        expiredEvidence: serving.filter(({ status }) => status === "expired").length,
        unread: unread.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
        weakEvidence: serving.filter(isWeak).length,
        openFindings: findings.filter(({ control, status }) => control === number && isActive(status)).length,
      };
      return [controlId, facts];
    }),
  );

/** The gaps as steps, those that raise the score most first. */
const stepsOf = (data: ProjectData): QuestionSuggestion[] =>
  suggestionsOf(gapsOf(data.controls, projectFacts(data), textsOf(data)), data.controls);

const bullet = (line: string): string => `- ${line}`;

function opening(data: ProjectData, texts: Texts): string {
  const { overall, coverage, risk, evidence_quality: quality, set_by_hand: stated } = projectScore(data);
  const { name, frameworkName, periodStart, periodEnd } = data.project;
  const period = periodStart === null || periodEnd === null ? "" : ` for ${periodStart} to ${periodEnd}`;
  return (
    `${name} is assessed against ${frameworkName}${period}. Its compliance score is ${tenths(overall, texts)} of 100. ` +
    `${describeCoverage({ coverage, quality }, texts)}. The risk is ${risk.level} ` +
    `(${tenths(risk.score, texts)} of 100, from ${counted(risk.counted, "open finding")}).${describeByHand(stated, texts)}`
  );
}

interface ServingFile {
  file: EvidenceData;
  /** The relevant controls that it serves, by number. */
  controls: string[];
}

/** Approved evidence for some of the controls. */
const approvedFor = (controls: ProjectData["controls"], evidence: ProjectData["evidence"]): ServingFile[] =>
  evidence
    .filter((one) => one.status === "approved" && counts(one))
    .map((file) => ({
      file,
      controls: controls.map(({ number }) => number).filter((number) => serves(number)(file)),
    }))
    .filter((serving) => serving.controls.length > 0);

const describeFile = ({ file, controls }: ServingFile): string =>
  `${file.title} (${controls.join(", ")}${file.approvedUnread ? "; approved unread" : ""})`;

/** By category: the state of the controls and their evidence. */
function narrative(data: ProjectData, texts: Texts): string {
  const groups = Map.groupBy(
    data.controls.filter(({ notApplicable }) => !notApplicable),
    ({ category }) => category,
  );
  const parts = [...groups].map(([category, controls]) => {
    const files = approvedFor(controls, data.evidence);
    const complete = controls.filter(({ status }) => status === "complete").length;
    const titles = files.slice(0, MAX_TITLES).map(describeFile);
    const rest = files.length > MAX_TITLES ? ` and ${files.length - MAX_TITLES} more` : "";
    const shown =
      titles.length === 0
        ? "No evidence is approved yet."
        : `Approved evidence: ${titles.join(", ")}${rest}.`;
    return `## ${category}\n\nOf ${counted(controls.length, "control")}, ${areOf(complete)} complete. ${shown}`;
  });
  return [`# Audit narrative`, opening(data, texts), ...parts].join("\n\n");
}

function plan(data: ProjectData, title: string, texts: Texts): JobResult {
  const steps = stepsOf(data);
  const lines = steps.slice(0, MAX_STEPS).map((step, i) => `${i + 1}. ${step.title}: ${step.description}`);
  const left = steps.length - MAX_STEPS;
  const follow = left === 1 ? "follows" : "follow";
  const rest = left > 0 ? [`${counted(left, "further step")} ${follow} in the gap list.`] : [];
  const none = steps.length === 0 ? ["Nothing is missing."] : [];
  const text = [`# ${title}`, opening(data, texts), lines.join("\n"), ...rest, ...none]
    .filter(Boolean)
    .join("\n\n");
  return resultOf({ text, steps });
}

function summary(data: ProjectData, texts: Texts): string {
  const score = projectScore(data);
  const categories = Object.entries(score.categories).map(([name, value]) =>
    bullet(`${name.replaceAll("_", " ")}: ${tenths(value, texts)}`),
  );
  const missing = score.top_missing_controls.map(({ number, title }) => bullet(`${number} ${title}`));
  const behind =
    missing.length === 0
      ? ["Every applicable control is complete."]
      : ["Furthest behind:", missing.join("\n")];
  const details = [
    ...(categories.length === 0 ? [] : ["By category:", categories.join("\n")]),
    ...(score.coverage.total === 0 ? [] : behind),
  ];
  return ["# Summary", opening(data, texts), ...details].join("\n\n");
}

/** An analysis or a text about a whole project, from its figures and titles only. */
export function writeAboutProject(kind: ProjectKind, data: ProjectData, texts: Texts): JobResult {
  switch (kind) {
    case "gap_analysis":
      return plan(data, "Gap analysis", texts);
    case "remediation_plan":
      return plan(data, "Remediation plan", texts);
    case "audit_narrative":
      return resultOf({ text: narrative(data, texts) });
    case "summary":
      return resultOf({ text: summary(data, texts) });
  }
}
