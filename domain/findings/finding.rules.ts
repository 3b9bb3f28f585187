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

/** Still to be dealt with: these make up the risk, and only these can be overdue. */
export const ACTIVE_STATUSES = ["open", "in-progress"] as const satisfies readonly FindingStatus[];

export const isActive = (status: FindingStatus): boolean =>
  (ACTIVE_STATUSES as readonly string[]).includes(status);

/** Contract 2.12.8: what an active finding adds to the risk. */
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
  // Accepting again moves the end of the acceptance.
  accepted: ["open", "accepted"],
  "false-positive": ["open"],
};

/** Where a finding can go from a status. */
export const nextStatuses = (from: FindingStatus): readonly FindingStatus[] => NEXT[from];

/** What a caller must be allowed to do for a change of status. */
export type TransitionAction = "finding.update" | "finding.work" | "finding.decide";

const DECIDED: readonly FindingStatus[] = ["closed", "accepted", "false-positive"];

/**
 * To work on a finding is to start and to resolve it; to decide is to say that nothing is left to do, and to take that
 * back. Whoever may change a finding may also put it back to `open` while nothing was decided.
 */
export function transitionAction(from: FindingStatus, to: FindingStatus): TransitionAction {
  if (DECIDED.includes(to) || DECIDED.includes(from)) return "finding.decide";
  return to === "open" ? "finding.update" : "finding.work";
}

/** Whether the change takes a reason: decisions that leave a problem where it is do, and taking a decision back. */
export const needsReason = (from: FindingStatus, to: FindingStatus): boolean =>
  to === "accepted" || to === "false-positive" || DECIDED.includes(from);

const DAY_MS = 86_400_000;

const DAYS_TO_FIX: Readonly<Record<Severity, number | null>> = {
  Critical: 7,
  High: 30,
  Medium: 90,
  Low: 180,
  Info: null,
};

/** When a finding that opened at `openedAt` is due, unless somebody said otherwise; null when it is not urgent at all. */
export function dueDateFor(severity: Severity, openedAt: Date): Date | null {
  const days = DAYS_TO_FIX[severity];
  return days === null ? null : new Date(openedAt.getTime() + days * DAY_MS);
}

export const isOverdue = (
  { status, dueDate }: { status: FindingStatus; dueDate?: Date | null | undefined },
  now: Date,
): boolean => isActive(status) && dueDate != null && dueDate < now;

/** Nobody accepts a risk for ever: after this it has to be looked at again. */
const LONGEST_ACCEPTANCE_DAYS = 730;

/** What speaks against accepting a finding until then; null when nothing does. */
export function refusalOfUntil(until: Date, now: Date): string | null {
  if (until <= now) return "must lie in the future";
  if (until.getTime() - now.getTime() > LONGEST_ACCEPTANCE_DAYS * DAY_MS)
    return `must lie within ${LONGEST_ACCEPTANCE_DAYS} days: accept it again then`;
  return null;
}

/** One for each acceptance, so that a later one has a timer of its own and an earlier one finds that it is over. */
export const acceptanceWorkflowId = (findingId: string, acceptance: number): string =>
  `expire-acceptance-${findingId}-${acceptance}`;
