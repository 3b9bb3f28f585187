import {
  fieldsByHand,
  type StatedField,
  type Statement,
  type Statements,
} from "../controls/statement.rules.ts";
import type { Person } from "../users/read-visible-people.ts";
import type { ReportedMark } from "./audit-record.ts";
import type { EvidenceData } from "../project-data/project-data.ts";

/** A person by id. */
export type FindPerson = (id: string | null) => Person | null;

/** A control with its statements. */
export interface StatedControl {
  number: string;
  trustCategory: string;
  progress: number;
  progressSource: "evidence" | "manual";
  requiredEvidence: number;
  notApplicable: boolean;
  justification: string | null;
  outOfScope: boolean;
  /** With the ids of users. */
  statements: Statements;
}

/** A change of a project's scope. */
export interface ReportedScopeChange {
  from: string[];
  to: string[];
  reason: string | null;
  said_by: string;
  note: string | null;
  /** Who confirmed it. */
  actorId: string | null;
  at: string;
}

const inWords = (names: readonly string[]): string =>
  names.map((name) => name.replaceAll("_", " ")).join(", ");

const SAYS: Record<StatedField, (control: StatedControl, statement: Statement | undefined) => string> = {
  progress: ({ progress }) => `Progress is ${progress} %, set by hand`,
  required_evidence: ({ requiredEvidence }, statement) =>
    `Pieces of evidence required: ${requiredEvidence} instead of ${statement?.from ?? "more"}`,
  not_applicable: ({ outOfScope }) =>
    outOfScope ? "Excluded: its category is not in scope" : "Excluded: it does not apply",
};

type Attribution = Pick<
  ReportedMark,
  "reason" | "saidBy" | "saidAt" | "confirmedBy" | "confirmedAt" | "note"
>;

const stated = (statement: Statement, find: FindPerson): Attribution => ({
  reason: statement.reason,
  saidBy: find(statement.said_by),
  saidAt: statement.said_at,
  confirmedBy: find(statement.confirmed_by),
  confirmedAt: statement.confirmed_at,
  note: statement.note,
});

const scoped = (change: ReportedScopeChange, find: FindPerson): Attribution => {
  const isConfirmed = change.actorId !== null && change.actorId !== change.said_by;
  return {
    reason: change.reason,
    saidBy: find(change.said_by),
    saidAt: isConfirmed ? null : change.at,
    confirmedBy: isConfirmed ? find(change.actorId) : null,
    confirmedAt: isConfirmed ? change.at : null,
    note: change.note,
  };
};

const unattributed = (reason: string | null): Attribution => ({
  reason,
  saidBy: null,
  saidAt: null,
  confirmedBy: null,
  confirmedAt: null,
  note: null,
});

/** The latest change that excluded a category. */
const leaving = (
  changes: readonly ReportedScopeChange[],
  category: string,
): ReportedScopeChange | undefined =>
  changes.findLast(({ from, to }) => from.includes(category) && !to.includes(category));

/** The author of a control's exclusion: that of its category, if it was excluded with it. */
function leftOut(
  control: StatedControl,
  changes: readonly ReportedScopeChange[],
  find: FindPerson,
): Attribution {
  const { trustCategory, outOfScope, justification } = control;
  const change = leaving(changes, trustCategory);
  return outOfScope && change !== undefined ? scoped(change, find) : unattributed(justification);
}

const marksOfControl = (
  control: StatedControl,
  changes: readonly ReportedScopeChange[],
  find: FindPerson,
): ReportedMark[] =>
  fieldsByHand(control).map((field) => {
    const statement = control.statements[field];
    const reason = field === "not_applicable" ? leftOut(control, changes, find) : unattributed(null);
    return {
      kind: field,
      control: control.number,
      evidenceId: null,
      says: SAYS[field](control, statement),
      ...(statement === undefined ? reason : stated(statement, find)),
    };
  });

/** The current exclusions, by the change that made them: categories included again are omitted. */
function marksOfScope(
  changes: readonly ReportedScopeChange[],
  categories: readonly string[],
  find: FindPerson,
): ReportedMark[] {
  const isOut = (category: string) => !categories.includes(category);
  return changes.flatMap((change): ReportedMark[] => {
    const left = change.from.filter((category) => isOut(category) && leaving(changes, category) === change);
    if (left.length === 0) return [];
    const says = `Excluded from the scope: ${inWords(left)}`;
    return [{ kind: "scope", control: null, evidenceId: null, says, ...scoped(change, find) }];
  });
}

const marksOfEvidence = (evidence: readonly EvidenceData[]): ReportedMark[] =>
  evidence
    .filter(({ status, approvedUnread }) => status === "approved" && approvedUnread)
    .map(({ id, control, title, reviewNote, reviewedBy, reviewedAt }) => ({
      kind: "approved_unread",
      control,
      evidenceId: id,
      says: `Approved although its file could not be read: ${title}`,
      ...unattributed(reviewNote),
      saidBy: reviewedBy,
      saidAt: reviewedAt,
    }));

/** All statements in place of evidence: those of the project, then those of each control. */
export function auditMarks(
  {
    controls,
    evidence,
    categories,
    scopeChanges,
  }: {
    controls: readonly StatedControl[];
    evidence: readonly EvidenceData[];
    /** The categories in scope. */
    categories: readonly string[];
    scopeChanges: readonly ReportedScopeChange[];
  },
  find: FindPerson,
): ReportedMark[] {
  const unread = Map.groupBy(marksOfEvidence(evidence), ({ control }) => control);
  return [
    ...marksOfScope(scopeChanges, categories, find),
    ...controls.flatMap((control) => [
      ...marksOfControl(control, scopeChanges, find),
      ...(unread.get(control.number) ?? []),
    ]),
  ];
}
