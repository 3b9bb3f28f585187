import type { MarkedControl } from "../compliance/score.rules.ts";
import { waitsUntil } from "../controls/control-due.rules.ts";
import type { ControlStatus } from "../controls/control.rules.ts";
import { counted } from "../counted.rules.ts";
import { dayOf } from "../days.rules.ts";
import type { Severity } from "../findings/finding.rules.ts";
import type { MilestoneStatus } from "../projects/milestone.rules.ts";
import { describeProgress } from "./figures.rules.ts";
import type { RequestedControls, RequestedEvidence, RequestedFindings } from "./list-question.rules.ts";

/** Lines of a list in an answer. */
export const MAX_LISTED = 20;

/** The heading, the first lines, and how many more there are. */
function listed(heading: string, lines: readonly string[], total = lines.length): string {
  const shown = lines.slice(0, MAX_LISTED).map((line) => `- ${line}`);
  const rest = total - shown.length;
  return [heading, ...shown, ...(rest === 0 ? [] : [`- and ${rest} more`])].join("\n");
}

const spaced = (name: string): string => name.replaceAll(/[_-]/g, " ");

export type ListedControl = MarkedControl & { status: ControlStatus; dueDate?: Date | null | undefined };

const CONTROLS: Readonly<Record<RequestedControls, string>> = {
  all: "in this project",
  complete: "complete",
  due: "due",
  in_progress: "in progress",
  not_applicable: "not applicable",
  not_started: "not started",
  overdue: "overdue",
};

const isRequested =
  (requested: RequestedControls, now: Date) =>
  (control: ListedControl): boolean => {
    const due = waitsUntil(control);
    if (requested === "all") return true;
    if (requested === "not_applicable") return control.notApplicable;
    if (requested === "due") return due !== null;
    if (requested === "overdue") return due !== null && due < now;
    return !control.notApplicable && control.status === requested;
  };

/** With a due date, if something is still missing by then. */
function controlLine(control: ListedControl): string {
  const due = waitsUntil(control);
  return due === null ? describeProgress(control) : `${describeProgress(control)} Due ${dayOf(due)}.`;
}

/** Those that are due, the next one first; others in the order of the framework. */
export function describeControls(
  controls: readonly ListedControl[],
  requested: RequestedControls,
  now: Date,
): string {
  const found = controls.filter(isRequested(requested, now));
  const state = CONTROLS[requested];
  if (found.length === 0) return `No control is ${state}.`;
  const byDate = requested === "due" || requested === "overdue";
  const timeOf = ({ dueDate }: ListedControl): number => (byDate ? (dueDate?.getTime() ?? 0) : 0);
  const sorted = found.toSorted((a, b) => timeOf(a) - timeOf(b));
  return listed(`${counted(found.length, "control")} ${state}:`, sorted.map(controlLine));
}

export interface ListedEvidence {
  title: string;
  /** Numbers, its own first. */
  controls: readonly string[];
  status: string;
  uploadedAt: Date;
  expiresAt: Date | null;
}

/** What the evidence of each list is. */
const EVIDENCE: Readonly<Record<RequestedEvidence, string>> = {
  all: "",
  approved: "approved",
  expired: "expired",
  expiring: "due to expire",
  pending: "pending review",
  quarantined: "under quarantine",
  rejected: "rejected",
};

const EXPIRY = new Set<RequestedEvidence>(["expired", "expiring"]);

/** The first of `total` pieces of evidence, of the project or for the control with this number. */
export function describeEvidence(
  evidence: readonly ListedEvidence[],
  { requested, total, about }: { requested: RequestedEvidence; total: number; about: string | null },
): string {
  const where = about === null ? "in this project" : `for ${about}`;
  const state = EVIDENCE[requested];
  if (evidence.length === 0)
    return requested === "all" ? `There is no evidence ${where}.` : `No evidence ${where} is ${state}.`;
  const lines = evidence.map(({ title, controls, status, uploadedAt, expiresAt }) => {
    const date =
      EXPIRY.has(requested) && expiresAt !== null
        ? `${requested === "expired" ? "expired" : "expires"} ${dayOf(expiresAt)}`
        : `uploaded ${dayOf(uploadedAt)}`;
    return `${title} (${controls.join(", ")}): ${status}, ${date}`;
  });
  if (requested === "expiring") return listed(`The evidence that expires next ${where}:`, lines);
  return listed(
    `${counted(total, "piece")} of evidence ${state === "" ? "" : `${state} `}${where}:`,
    lines,
    total,
  );
}

export interface ListedFinding {
  title: string;
  severity: Severity;
  status: string;
  /** The number of its control. */
  control: string | null;
  dueDate?: Date | null | undefined;
}

/** The findings that a question asks for, after the sentence with their number; empty if there are none at all. */
export function describeFindingList(
  findings: readonly ListedFinding[],
  { severities, overdue }: RequestedFindings,
  total: number,
): string {
  const requested = [
    ...severities.map((severity) => severity.toLowerCase()),
    ...(overdue ? ["overdue"] : []),
  ];
  if (total === 0) return requested.length === 0 ? "" : `None of them is ${requested.join(" or ")}.`;
  const lines = findings.map(({ title, severity, status, control, dueDate }) => {
    const due = dueDate ? `, due ${dayOf(dueDate)}` : "";
    return `${severity}: ${title}${control === null ? "" : ` (${control})`}, ${spaced(status)}${due}`;
  });
  return listed(requested.length === 0 ? "The most severe first:" : "Those:", lines, total);
}

export interface ListedMilestone {
  name: string;
  dueDate: Date;
  status: MilestoneStatus;
}

const isAhead = ({ status }: ListedMilestone): boolean => status === "planned" || status === "in_progress";

/** The next milestones first, then the missed ones. */
export function describeMilestones(milestones: readonly ListedMilestone[]): string {
  const [ahead, missed] = [
    milestones.filter(isAhead),
    milestones.filter(({ status }) => status === "missed"),
  ];
  const open = [...ahead, ...missed];
  if (open.length === 0) return "No milestone is planned, and none was missed.";
  const lines = open.map(({ name, dueDate, status }) => `${name}: ${spaced(status)}, due ${dayOf(dueDate)}`);
  return listed(
    `${counted(ahead.length, "milestone")} ahead${missed.length === 0 ? "" : `, ${missed.length} missed`}:`,
    lines,
  );
}
