import { daysAfter } from "../days.rules.ts";

export const SEVERITIES = ["Critical", "High", "Medium", "Low", "Info"] as const;
export type Severity = (typeof SEVERITIES)[number];

export const FINDING_STATUSES = [
  "open",
  "in-progress",
  "resolved",
  "closed",
  "accepted",
  "false-positive",
] as const;
export type FindingStatus = (typeof FINDING_STATUSES)[number];

/** Unfinished: only these make up the risk, and only these can be overdue. */
export const ACTIVE_STATUSES = ["open", "in-progress"] as const satisfies readonly FindingStatus[];

export const isActive = (status: FindingStatus): boolean => ACTIVE_STATUSES.some((one) => one === status);

/** The risk that an active finding adds. */
export const SEVERITY_WEIGHTS: Readonly<Record<Severity, number>> = {
  Critical: 100,
  High: 50,
  Medium: 25,
  Low: 10,
  Info: 5,
};

const NEXT: Readonly<Record<FindingStatus, readonly FindingStatus[]>> = {
  open: ["in-progress", "accepted", "false-positive"],
  "in-progress": ["resolved", "accepted", "false-positive", "open"],
  resolved: ["closed", "open"],
  closed: ["open"],
  // Accepting again changes the end of the acceptance.
  accepted: ["open", "accepted"],
  "false-positive": ["open"],
};

/** The possible transitions from a status. */
export const nextStatuses = (from: FindingStatus): readonly FindingStatus[] => NEXT[from];

/** The permission that a change of status requires. */
export type TransitionAction = "finding.update" | "finding.work" | "finding.decide";

const DECIDED: readonly FindingStatus[] = ["closed", "accepted", "false-positive"];

/**
 * Working on a finding means starting and resolving it; deciding means closing it, and undoing that. Users
 * who may change a finding may also reopen it if there was no decision.
 */
export function transitionAction(from: FindingStatus, to: FindingStatus): TransitionAction {
  if (DECIDED.includes(to) || DECIDED.includes(from)) return "finding.decide";
  return to === "open" ? "finding.update" : "finding.work";
}

/** Whether the change needs a reason: decisions that leave a problem unsolved do, and undoing a decision. */
export const needsReason = (from: FindingStatus, to: FindingStatus): boolean =>
  to === "accepted" || to === "false-positive" || DECIDED.includes(from);

const DAYS_TO_FIX: Readonly<Record<Severity, number | null>> = {
  Critical: 7,
  High: 30,
  Medium: 90,
  Low: 180,
  Info: null,
};

/**
 * The due date of a finding opened at `openedAt`, unless someone set one; null for severities without
 * deadline.
 */
export function dueDateFor(severity: Severity, openedAt: Date): Date | null {
  const days = DAYS_TO_FIX[severity];
  return days === null ? null : daysAfter(openedAt, days);
}

export const isOverdue = (
  { status, dueDate }: { status: FindingStatus; dueDate?: Date | null | undefined },
  now: Date,
): boolean => isActive(status) && dueDate != null && dueDate < now;

/** No risk is accepted permanently: after this, it must be reviewed. */
export const LONGEST_ACCEPTANCE_DAYS = 730;

/** Why a finding cannot be accepted until then, in words and as a code; null if it can. */
export function refusalOfUntil(until: Date, now: Date): { error: string; reason: string } | null {
  if (until <= now) return { error: "must be in the future", reason: "until_in_past" };
  if (until > daysAfter(now, LONGEST_ACCEPTANCE_DAYS))
    return {
      error: `must be within ${LONGEST_ACCEPTANCE_DAYS} days: you can renew the acceptance later`,
      reason: "until_too_late",
    };
  return null;
}

/** One per acceptance, so that a later one has its own timer and an earlier one notices that it has ended. */
export const acceptanceWorkflowId = (findingId: string, acceptance: number): string =>
  `expire-acceptance-${findingId}-${acceptance}`;
