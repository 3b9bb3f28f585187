import { shownScore } from "../compliance/shown-score.rules.ts";
import {
  fieldsByHand,
  type StatedField,
  type Statement,
  type Statements,
} from "../controls/statement.rules.ts";
import type { Texts } from "../texts/en.ts";
import { inSentence } from "../texts/in-sentence.rules.ts";
import type { Person } from "../users/read-visible-people.ts";
import type { ReportedMark } from "./audit-record.ts";
import type { EvidenceData } from "../project-data/project-data.ts";

/** A person by id. */
export type FindPerson = (id: string | null) => Person | null;

/** What statements are worded with: names, and the texts of the report's language. */
interface Wording {
  find: FindPerson;
  texts: Texts;
}

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

type Says = (texts: Texts, control: StatedControl, statement: Statement | undefined) => string;

const SAYS: Record<StatedField, Says> = {
  progress: ({ reports, formats }, { progress }) =>
    reports.statements.progress(formats.percent(shownScore(progress))),
  required_evidence: ({ reports }, { requiredEvidence }, statement) =>
    reports.statements.requiredEvidence(requiredEvidence, statement?.from ?? null),
  not_applicable: ({ reports: { statements } }, { outOfScope }) =>
    outOfScope ? statements.categoryExcluded : statements.excluded,
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
  { find, texts }: Wording,
): ReportedMark[] =>
  fieldsByHand(control).map((field) => {
    const statement = control.statements[field];
    const reason = field === "not_applicable" ? leftOut(control, changes, find) : unattributed(null);
    return {
      kind: field,
      control: control.number,
      evidenceId: null,
      says: SAYS[field](texts, control, statement),
      ...(statement === undefined ? reason : stated(statement, find)),
    };
  });

/** The current exclusions, by the change that made them: categories included again are omitted. */
function marksOfScope(
  changes: readonly ReportedScopeChange[],
  categories: readonly string[],
  { find, texts }: Wording,
): ReportedMark[] {
  const isOut = (category: string) => !categories.includes(category);
  return changes.flatMap((change): ReportedMark[] => {
    const left = change.from.filter((category) => isOut(category) && leaving(changes, category) === change);
    if (left.length === 0) return [];
    const names = left.map((category) => inSentence(texts.labels.category, category));
    const says = texts.reports.statements.scope(names.join(", "));
    return [{ kind: "scope", control: null, evidenceId: null, says, ...scoped(change, find) }];
  });
}

const marksOfEvidence = (evidence: readonly EvidenceData[], { reports }: Texts): ReportedMark[] =>
  evidence
    .filter(({ status, approvedUnread }) => status === "approved" && approvedUnread)
    .map(({ id, control, title, reviewNote, reviewedBy, reviewedAt }) => ({
      kind: "approved_unread",
      control,
      evidenceId: id,
      says: reports.statements.approvedUnread(title),
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
  wording: Wording,
): ReportedMark[] {
  const unread = Map.groupBy(marksOfEvidence(evidence, wording.texts), ({ control }) => control);
  return [
    ...marksOfScope(scopeChanges, categories, wording),
    ...controls.flatMap((control) => [
      ...marksOfControl(control, scopeChanges, wording),
      ...(unread.get(control.number) ?? []),
    ]),
  ];
}
