import type { MarkedControl } from "../compliance/score.rules.ts";
import { waitsUntil } from "../controls/control-due.rules.ts";
import type { ControlStatus } from "../controls/control.rules.ts";
import type { EvidenceStatus } from "../evidence/evidence.rules.ts";
import type { FindingStatus, Severity } from "../findings/finding.rules.ts";
import { AHEAD_STATUSES, type MilestoneStatus } from "../projects/milestone.rules.ts";
import { capital } from "../texts/capital.rules.ts";
import type { Texts } from "../texts/en.ts";
import { describeProgress } from "./figures.rules.ts";
import type { RequestedControls, RequestedEvidence, RequestedFindings } from "./list-question.rules.ts";

/** Lines of a list in an answer. */
export const MAX_LISTED = 20;

/** The heading, the first lines, and how many more there are. */
function listed({ chats }: Texts, heading: string, lines: readonly string[], total = lines.length): string {
  const shown = lines.slice(0, MAX_LISTED).map((line) => `- ${line}`);
  const rest = total - shown.length;
  return [heading, ...shown, ...(rest === 0 ? [] : [`- ${chats.andMore(rest)}`])].join("\n");
}

const dayIn = ({ formats }: Texts, time: Date): string => formats.day(time.toISOString());

export type ListedControl = MarkedControl & {
  status: ControlStatus;
  dueDate?: Date | null | undefined;
  owner?: object | null | undefined;
};

function controlState(requested: RequestedControls, { assistant, labels }: Texts): string {
  const { due, overdue, noOwner, inProject } = assistant;
  const { not_applicable } = labels.mark;
  const states = { ...labels.controlStatus, not_applicable, due, overdue, no_owner: noOwner };
  return requested === "all" ? inProject : states[requested];
}

const isRequested =
  (requested: RequestedControls, now: Date) =>
  (control: ListedControl): boolean => {
    const due = waitsUntil(control);
    if (requested === "all") return true;
    if (requested === "not_applicable") return control.notApplicable;
    if (requested === "due") return due !== null;
    if (requested === "no_owner") return !control.notApplicable && control.owner == null;
    if (requested === "overdue") return due !== null && due < now;
    return !control.notApplicable && control.status === requested;
  };

/** With a due date, if something is still missing by then. */
function controlLine(control: ListedControl, texts: Texts): string {
  const due = waitsUntil(control);
  const progress = describeProgress(control, texts);
  return due === null ? progress : `${progress} ${capital(texts.assistant.dueOn(dayIn(texts, due)))}.`;
}

/** Those that are due, the next one first; others in the order of the framework. */
export function describeControls(
  controls: readonly ListedControl[],
  requested: RequestedControls,
  now: Date,
  texts: Texts,
): string {
  const found = controls.filter(isRequested(requested, now));
  const { assistant } = texts;
  const state = controlState(requested, texts);
  if (found.length === 0) return assistant.noControls(state);
  const byDate = requested === "due" || requested === "overdue";
  const timeOf = ({ dueDate }: ListedControl): number => (byDate ? (dueDate?.getTime() ?? 0) : 0);
  const sorted = found.toSorted((a, b) => timeOf(a) - timeOf(b));
  const lines = sorted.map((control) => controlLine(control, texts));
  return listed(texts, assistant.controls(found.length, state), lines);
}

export interface ListedEvidence {
  title: string;
  /** Numbers, its own first. */
  controls: readonly string[];
  status: EvidenceStatus;
  uploadedAt: Date;
  expiresAt: Date | null;
}

/** When it expires or expired, if that is requested, otherwise when it was uploaded. */
function evidenceDate(
  { uploadedAt, expiresAt }: ListedEvidence,
  requested: RequestedEvidence,
  texts: Texts,
): string {
  const { assistant } = texts;
  if (expiresAt !== null && requested === "expired") return assistant.expired(dayIn(texts, expiresAt));
  if (expiresAt !== null && requested === "expiring") return assistant.expires(dayIn(texts, expiresAt));
  return assistant.uploaded(dayIn(texts, uploadedAt));
}

/** The first of `total` pieces of evidence, of the project or for the control with this number. */
export function describeEvidence(
  evidence: readonly ListedEvidence[],
  { requested, total, about }: { requested: RequestedEvidence; total: number; about: string | null },
  texts: Texts,
): string {
  const { assistant, labels } = texts;
  const where = about === null ? assistant.inProject : assistant.forControl(about);
  const state = requested === "all" ? "" : assistant.evidenceStates[requested];
  if (evidence.length === 0)
    return requested === "all" ? assistant.noEvidence(where) : assistant.noEvidenceIn(where, state);
  const lines = evidence.map((one) => {
    const status = labels.evidenceStatus[one.status];
    return `${one.title} (${one.controls.join(", ")}): ${status}, ${evidenceDate(one, requested, texts)}`;
  });
  if (requested === "expiring") return listed(texts, assistant.expiresNext(where), lines);
  return listed(texts, assistant.evidence(total, state, where), lines, total);
}

export interface ListedFinding {
  title: string;
  severity: Severity;
  status: FindingStatus;
  /** The number of its control. */
  control: string | null;
  dueDate?: Date | null | undefined;
}

/** The findings that a question asks for, after the sentence with their number; empty if there are none at all. */
export function describeFindingList(
  findings: readonly ListedFinding[],
  { severities, overdue }: RequestedFindings,
  total: number,
  texts: Texts,
): string {
  const { assistant, labels } = texts;
  const requested = [
    ...severities.map((severity) => labels.severity[severity]),
    ...(overdue ? [assistant.overdue] : []),
  ];
  if (total === 0) return requested.length === 0 ? "" : assistant.noneOfThem(requested);
  const lines = findings.map(({ title, severity, status, control, dueDate }) => {
    const due = dueDate ? `, ${assistant.dueOn(dayIn(texts, dueDate))}` : "";
    const name = `${capital(labels.severity[severity])}: ${title}${control === null ? "" : ` (${control})`}`;
    return `${name}, ${labels.findingStatus[status]}${due}`;
  });
  return listed(texts, requested.length === 0 ? assistant.mostSevere : assistant.those, lines, total);
}

export interface ListedMilestone {
  name: string;
  dueDate: Date;
  status: MilestoneStatus;
}

/** The next milestones first, then the missed ones. */
export function describeMilestones(milestones: readonly ListedMilestone[], texts: Texts): string {
  const { assistant, labels } = texts;
  const ahead = milestones.filter(({ status }) => AHEAD_STATUSES.some((one) => one === status));
  const missed = milestones.filter(({ status }) => status === "missed");
  const open = [...ahead, ...missed];
  if (open.length === 0) return assistant.noMilestones;
  const lines = open.map(
    ({ name, dueDate, status }) =>
      `${name}: ${labels.milestoneStatus[status]}, ${assistant.dueOn(dayIn(texts, dueDate))}`,
  );
  return listed(texts, assistant.milestones(ahead.length, missed.length), lines);
}
