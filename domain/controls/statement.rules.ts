import { defined } from "../defined.rules.ts";

/** The attributes of a control that statements can set in place of evidence, by API name. */
export const STATED_FIELDS = ["progress", "required_evidence", "not_applicable"] as const;
export type StatedField = (typeof STATED_FIELDS)[number];

/** A user's statement that determines a figure. Users are given by id, times as ISO 8601. */
export interface Statement {
  reason: string;
  said_by: string;
  said_at: string;
  /** Who confirmed it, if its author could not. */
  confirmed_by: string | null;
  confirmed_at: string | null;
  note: string | null;
  /** For `required_evidence`: the previous number. */
  from: number | null;
}

export type Statements = Partial<Record<StatedField, Statement>>;

/** All statements with their fields, in a fixed order. */
export const statementsIn = (statements: Statements): { field: StatedField; statement: Statement }[] =>
  STATED_FIELDS.flatMap((field) => {
    const statement = statements[field];
    return statement === undefined ? [] : [{ field, statement }];
  });

/** A change by statement. */
export interface StatedChange {
  progress?: number | null | undefined;
  requiredEvidence?: number | undefined;
  notApplicable?: boolean | undefined;
  justification?: string | null | undefined;
}

/** A change pending confirmation. */
export interface PendingChange {
  change: StatedChange;
  reason: string;
  said_by: string;
  said_at: string;
}

/** The attributes of a control that statements can set. */
export interface StatedFigures {
  progress: number;
  progressSource: "evidence" | "manual";
  requiredEvidence: number;
  notApplicable: boolean;
  justification: string | null;
}

/** The parts of a change that differ from the current state: sending back the response of a read is no statement. */
export function newsIn<C extends StatedChange>(before: StatedFigures, change: C): C {
  const isNews: Record<keyof StatedChange, boolean> = {
    progress:
      change.progress === null ? before.progressSource === "manual" : change.progress !== before.progress,
    requiredEvidence: change.requiredEvidence !== before.requiredEvidence,
    notApplicable: change.notApplicable !== before.notApplicable,
    justification: change.justification !== before.justification,
  };
  const entries = Object.entries(change).filter(([name]) => isNews[name as keyof StatedChange] ?? true);
  return Object.fromEntries(entries) as C;
}

/** Also a new justification for an excluded control, because the previous one was confirmed. */
function statesScope(before: StatedFigures, { notApplicable, justification }: StatedChange): boolean {
  const isLeftOut = notApplicable ?? before.notApplicable;
  if (!isLeftOut) return false;
  return !before.notApplicable || (justification !== undefined && justification !== before.justification);
}

/** The statements in a change (`newsIn`): they need a reason and an authorised user. */
export function statedIn(before: StatedFigures, change: StatedChange): StatedField[] {
  const states: Record<StatedField, boolean> = {
    progress: change.progress !== undefined && change.progress !== null,
    required_evidence: (change.requiredEvidence ?? before.requiredEvidence) < before.requiredEvidence,
    not_applicable: statesScope(before, change),
  };
  return STATED_FIELDS.filter((field) => states[field]);
}

/** The parts of a change that belong to each statement. */
const PARTS: Record<StatedField, readonly (keyof StatedChange)[]> = {
  progress: ["progress"],
  required_evidence: ["requiredEvidence"],
  not_applicable: ["notApplicable", "justification"],
};

const partsOf = (fields: readonly StatedField[]): readonly (keyof StatedChange)[] =>
  fields.flatMap((field) => PARTS[field]);

/** Splits a change into the part that waits and the part that does not. */
export function splitChange<C extends StatedChange>(
  change: C,
  fields: readonly StatedField[],
): { waiting: StatedChange; atOnce: C } {
  const parts = new Set<string>(partsOf(fields));
  const entries = Object.entries(defined(change));
  return {
    waiting: Object.fromEntries(entries.filter(([name]) => parts.has(name))),
    atOnce: Object.fromEntries(entries.filter(([name]) => !parts.has(name))) as C,
  };
}

/** A change by API name. */
export const presentChange = (change: StatedChange) => ({
  progress: change.progress,
  required_evidence: change.requiredEvidence,
  not_applicable: change.notApplicable,
  justification: change.justification,
});

/** Whether a change affects figures. */
export const touchesFigures = (change: StatedChange): boolean =>
  partsOf(STATED_FIELDS).some((part) => change[part] !== undefined);

/** Whether the same person proposed the same change, for the same reason. */
export const isPending = (
  { change, reason, said_by: by }: Omit<PendingChange, "said_at">,
  pending: PendingChange | null | undefined,
): boolean =>
  pending?.said_by === by &&
  pending.reason === reason &&
  JSON.stringify(presentChange(pending.change)) === JSON.stringify(presentChange(change));

/** Whether a newer change contradicts the pending one. */
export const overtakes = (change: StatedChange, { change: waiting }: PendingChange): boolean =>
  partsOf(STATED_FIELDS).some((part) => change[part] !== undefined && waiting[part] !== undefined);

/** The manually set fields of a control, even without a recorded reason. */
export const fieldsByHand = ({
  statements,
  progressSource,
  notApplicable,
}: Pick<StatedFigures, "progressSource" | "notApplicable"> & { statements: Statements }): StatedField[] =>
  STATED_FIELDS.filter(
    (field) =>
      statements[field] !== undefined ||
      (field === "progress" && progressSource === "manual") ||
      (field === "not_applicable" && notApplicable),
  );

/** The statements that still apply: one is dropped once evidence determines its figure again. */
export function standing(statements: Statements, now: StatedFigures): Statements {
  const holds: Record<StatedField, boolean> = {
    progress: now.progressSource === "manual",
    required_evidence: now.requiredEvidence < (statements.required_evidence?.from ?? 0),
    not_applicable: now.notApplicable,
  };
  return Object.fromEntries(
    STATED_FIELDS.flatMap((field) => {
      const statement = statements[field];
      return statement !== undefined && holds[field] ? [[field, statement]] : [];
    }),
  );
}
