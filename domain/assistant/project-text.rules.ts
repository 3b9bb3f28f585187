import { projectScore } from "../project-data/project-score.rules.ts";
import type { ProjectData, EvidenceData } from "../project-data/project-data.ts";
import { gapsOf, type ControlFacts } from "../compliance/gaps.rules.ts";
import type { ControlTexts } from "../frameworks/control-text.rules.ts";
import { counts, serves, GOOD_QUALITY, lacksReading, type Countable } from "../evidence/evidence.rules.ts";
import { isActive } from "../findings/finding.rules.ts";
import type { Texts } from "../texts/en.ts";
import { describeByHand, describeCoverage, tenths } from "./wording.rules.ts";
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
const stepsOf = (data: ProjectData, texts: Texts): QuestionSuggestion[] =>
  suggestionsOf(gapsOf(data.controls, projectFacts(data), textsOf(data)), data.controls, texts);

const bullet = (line: string): string => `- ${line}`;

function opening(data: ProjectData, texts: Texts): string {
  const { overall, coverage, risk, evidence_quality: quality, set_by_hand: stated } = projectScore(data);
  const { name, frameworkName, periodStart, periodEnd } = data.project;
  const { projectTexts: words, labels, formats } = texts;
  const assessed =
    periodStart === null || periodEnd === null
      ? words.framework(name, frameworkName)
      : words.frameworkIn(name, frameworkName, formats.day(periodStart), formats.day(periodEnd));
  const riskIs = words.risk(labels.risk[risk.level], tenths(risk.score, texts), risk.counted);
  return (
    `${assessed} ${words.score(tenths(overall, texts))} ` +
    `${describeCoverage({ coverage, quality }, texts)}. ${riskIs}${describeByHand(stated, texts)}`
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

const describeFile = ({ file, controls }: ServingFile, { projectTexts: words }: Texts): string =>
  `${file.title} (${controls.join(", ")}${file.approvedUnread ? `; ${words.approvedUnread}` : ""})`;

/** By category: the state of the controls and their evidence. */
function narrative(data: ProjectData, texts: Texts): string {
  const { projectTexts: words } = texts;
  const groups = Map.groupBy(
    data.controls.filter(({ notApplicable }) => !notApplicable),
    ({ category }) => category,
  );
  const parts = [...groups].map(([category, controls]) => {
    const files = approvedFor(controls, data.evidence);
    const complete = controls.filter(({ status }) => status === "complete").length;
    const titles = files.slice(0, MAX_TITLES).map((file) => describeFile(file, texts));
    const rest = files.length > MAX_TITLES ? words.andMore(files.length - MAX_TITLES) : "";
    const shown = titles.length === 0 ? words.noneApproved : words.approved(`${titles.join(", ")}${rest}`);
    return `## ${category}\n\n${words.complete(controls.length, complete)} ${shown}`;
  });
  return [opening(data, texts), ...parts].join("\n\n");
}

function plan(data: ProjectData, heading: string, texts: Texts): JobResult {
  const { projectTexts: words } = texts;
  const steps = stepsOf(data, texts);
  const lines = steps.slice(0, MAX_STEPS).map((step, i) => `${i + 1}. ${step.title}: ${step.description}`);
  const left = steps.length - MAX_STEPS;
  const rest = left > 0 ? [words.further(left)] : [];
  const none = steps.length === 0 ? [words.nothingMissing] : [];
  const text = [heading, opening(data, texts), lines.join("\n"), ...rest, ...none]
    .filter(Boolean)
    .join("\n\n");
  return resultOf({ text, steps });
}

function summary(data: ProjectData, texts: Texts): string {
  const { projectTexts: words } = texts;
  const score = projectScore(data);
  const categories = Object.entries(score.categories).map(([name, value]) =>
    bullet(`${name.replaceAll("_", " ")}: ${tenths(value, texts)}`),
  );
  const missing = score.top_missing_controls.map(({ number, title }) => bullet(`${number} ${title}`));
  const behind = missing.length === 0 ? [words.everyComplete] : [words.behind, missing.join("\n")];
  const details = [
    ...(categories.length === 0 ? [] : [words.byCategory, categories.join("\n")]),
    ...(score.coverage.total === 0 ? [] : behind),
  ];
  return [opening(data, texts), ...details].join("\n\n");
}

/** An analysis or a text about a whole project, from its figures and titles only. */
export function writeAboutProject(kind: ProjectKind, data: ProjectData, texts: Texts): JobResult {
  const heading = `# ${texts.projectTexts.titles[kind]}`;
  switch (kind) {
    case "gap_analysis":
    case "remediation_plan":
      return plan(data, heading, texts);
    case "audit_narrative":
      return resultOf({ text: `${heading}\n\n${narrative(data, texts)}` });
    case "summary":
      return resultOf({ text: `${heading}\n\n${summary(data, texts)}` });
  }
}
