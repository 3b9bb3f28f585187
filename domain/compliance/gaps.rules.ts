import { NO_TEXT, type ControlTexts } from "../frameworks/control-text.rules.ts";
import type { ScoredControl } from "./score.rules.ts";

export const GAP_REASONS = [
  "no_evidence",
  "evidence_pending",
  "evidence_expired",
  "evidence_unread",
  "low_quality",
  "open_findings",
] as const;
export type GapReason = (typeof GAP_REASONS)[number];

/** Evidence whose file could not be read, and why; null while another try is under way. */
export interface UnreadEvidence {
  id: string;
  title: string;
  why: string | null;
}

/** What is known of a control beside its row. */
export interface ControlFacts {
  expiredEvidence: number;
  /** Of its approved and pending evidence, what does not count because its file could not be read. */
  unread: readonly UnreadEvidence[];
  /** Of its approved and pending evidence, pieces with a quality score below 60. */
  weakEvidence: number;
  openFindings: number;
}

/** Of a control that nothing more is known of. */
export const NO_FACTS: ControlFacts = { expiredEvidence: 0, unread: [], weakEvidence: 0, openFindings: 0 };

/** As many files are named in a sentence. */
const MOST_NAMED = 3;

/** The files that were not read, with why. */
function namesOf(unread: readonly UnreadEvidence[]): string {
  const named = unread
    .slice(0, MOST_NAMED)
    .map(({ title, why }) => `"${title}"${why === null ? "" : ` (${why})`}`);
  const rest = unread.length > MOST_NAMED ? [`${unread.length - MOST_NAMED} more`] : [];
  return [...named, ...rest].join(", ");
}

const ACTIONS: Record<Exclude<GapReason, "evidence_unread">, string> = {
  no_evidence: "Upload evidence that shows how the control works",
  evidence_pending: "Have the waiting evidence reviewed",
  evidence_expired: "Upload current evidence in place of what has expired",
  low_quality: "Replace or improve the evidence that scores below 60: its quality reasons say how",
  open_findings: "Resolve the open findings, or accept them until a date",
};

/** `a, b or c`. */
function eitherOf(hints: readonly string[]): string {
  const last = hints.at(-1)!;
  return hints.length === 1 ? last : `${hints.slice(0, -1).join(", ")} or ${last}`;
}

function actionFor(reason: GapReason, unread: readonly UnreadEvidence[], hints: readonly string[]): string {
  if (reason === "evidence_unread")
    return `Replace what could not be read, or have a reviewer who opened it approve it with a reason: ${namesOf(unread)}`;
  if (reason === "no_evidence" && hints.length > 0)
    return `${ACTIONS.no_evidence}, such as ${eitherOf(hints)}`;
  return ACTIONS[reason];
}

/** The order in which reasons are acted upon: the first one says what to do next. */
function reasonsFor(control: ScoredControl, facts: ControlFacts): GapReason[] {
  const { approvedEvidence: approved, pendingEvidence: pending, requiredEvidence: required } = control;
  const { expiredEvidence: expired, unread } = facts;
  const lacks = approved + pending < required;
  const holds: Record<GapReason, boolean> = {
    evidence_expired: expired > 0 && approved < required,
    evidence_unread: unread.length > 0 && approved < required,
    no_evidence: lacks && expired === 0 && unread.length === 0,
    evidence_pending: pending > 0 && approved < required,
    low_quality: facts.weakEvidence > 0,
    open_findings: facts.openFindings > 0,
  };
  return (Object.keys(holds) as GapReason[]).filter((reason) => holds[reason]);
}

export interface Gap<C> {
  control: C;
  reasons: GapReason[];
  unread: readonly UnreadEvidence[];
  /** What the framework says the control asks for, and what typical evidence of it looks like. */
  summary: string;
  evidenceHints: readonly string[];
  suggestedAction: string;
}

/** Applicable controls with something missing, worst first: least progress, then most reasons, then the framework's order. */
export function gapsOf<C extends ScoredControl>(
  controls: readonly C[],
  facts: ReadonlyMap<string, ControlFacts>,
  texts: ControlTexts = new Map(),
): Gap<C>[] {
  return controls
    .filter((control) => !control.notApplicable)
    .map((control) => {
      const known = facts.get(control.id) ?? NO_FACTS;
      return { control, reasons: reasonsFor(control, known), unread: known.unread };
    })
    .filter(({ reasons }) => reasons.length > 0)
    .toSorted(
      (a, b) =>
        a.control.progress - b.control.progress ||
        b.reasons.length - a.reasons.length ||
        a.control.position - b.control.position,
    )
    .map((gap) => {
      const { summary, evidenceHints } = texts.get(gap.control.number) ?? NO_TEXT;
      const suggestedAction = actionFor(gap.reasons[0]!, gap.unread, evidenceHints);
      return { ...gap, summary, evidenceHints, suggestedAction };
    });
}
