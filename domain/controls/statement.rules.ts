/** What of a control people state in place of evidence, by the names of the API. */
export const STATED_FIELDS = ["progress", "required_evidence", "not_applicable"] as const;
export type StatedField = (typeof STATED_FIELDS)[number];

/** Somebody's word that a figure is made of. People are named by id, times are ISO 8601. */
export interface Statement {
  reason: string;
  said_by: string;
  said_at: string;
  /** Who let it count, where its speaker could not. */
  confirmed_by: string | null;
  confirmed_at: string | null;
  note: string | null;
  /** Of `required_evidence`: how much was asked for before. */
  from: number | null;
}

export type Statements = Partial<Record<StatedField, Statement>>;

/** Each statement with what it states, in one order. */
export const statementsIn = (statements: Statements): { field: StatedField; statement: Statement }[] =>
  STATED_FIELDS.flatMap((field) => {
    const statement = statements[field];
    return statement === undefined ? [] : [{ field, statement }];
  });

/** What may be stated of a control. */
export interface StatedChange {
  progress?: number | null | undefined;
  requiredEvidence?: number | undefined;
  notApplicable?: boolean | undefined;
  justification?: string | null | undefined;
}

/** What waits for somebody who may let it count. */
export interface PendingChange {
  change: StatedChange;
  reason: string;
  said_by: string;
  said_at: string;
}

/** How a control stands, as far as people may state it. */
export interface Stated {
  progress: number;
  progressSource: "evidence" | "manual";
  requiredEvidence: number;
  notApplicable: boolean;
  justification: string | null;
}

/** What of a change is not so already: whoever sends back what they read states nothing. */
export function newsIn<C extends StatedChange>(before: Stated, change: C): C {
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

/** Also another justification of a control that is left out already: it was the one before that was accepted. */
function statesScope(before: Stated, { notApplicable, justification }: StatedChange): boolean {
  const isLeftOut = notApplicable ?? before.notApplicable;
  if (!isLeftOut) return false;
  return !before.notApplicable || (justification !== undefined && justification !== before.justification);
}

/** What news (`newsIn`) makes the figures say by word alone: it needs a reason, and somebody who may say so. */
export function statedIn(before: Stated, change: StatedChange): StatedField[] {
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

/** A change in two: what waits, and what does not. */
export function splitChange<C extends StatedChange>(
  change: C,
  fields: readonly StatedField[],
): { waiting: StatedChange; atOnce: C } {
  const parts = new Set<string>(partsOf(fields));
  const entries = Object.entries(change).filter(([, value]) => value !== undefined);
  return {
    waiting: Object.fromEntries(entries.filter(([name]) => parts.has(name))),
    atOnce: Object.fromEntries(entries.filter(([name]) => !parts.has(name))) as C,
  };
}

/** A change by the names of the API. */
export const toldChange = (change: StatedChange) => ({
  progress: change.progress,
  required_evidence: change.requiredEvidence,
  not_applicable: change.notApplicable,
  justification: change.justification,
});

/** Whether a change is about anything that figures are made of. */
export const touchesFigures = (change: StatedChange): boolean =>
  partsOf(STATED_FIELDS).some((part) => change[part] !== undefined);

/** Whether a newer change says something else about what waits. */
export const overtakes = (change: StatedChange, { change: waiting }: PendingChange): boolean =>
  partsOf(STATED_FIELDS).some((part) => change[part] !== undefined && waiting[part] !== undefined);

/** What of a control is somebody's word, also where nobody said why. */
export const fieldsByHand = ({
  statements,
  progressSource,
  notApplicable,
}: Pick<Stated, "progressSource" | "notApplicable"> & { statements: Statements }): StatedField[] =>
  STATED_FIELDS.filter(
    (field) =>
      statements[field] !== undefined ||
      (field === "progress" && progressSource === "manual") ||
      (field === "not_applicable" && notApplicable),
  );

/** The statements that still hold: one goes as soon as what it stated is evidence's to say again. */
export function standing(statements: Statements, now: Stated): Statements {
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
