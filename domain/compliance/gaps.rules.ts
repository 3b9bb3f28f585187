import { NO_TEXT, type ControlTexts } from "../frameworks/control-text.rules.ts";
import { GOOD_QUALITY } from "../evidence/evidence.rules.ts";
import type { ScoredControl } from "./score.rules.ts";
import { lastOf } from "../last-of.rules.ts";
import { keysOf } from "../keys-of.rules.ts";

export const GAP_REASONS = [
  "no_evidence",
  "evidence_pending",
  "evidence_expired",
  "evidence_unread",
  "low_quality",
  "open_findings",
] as const;
export type GapReason = (typeof GAP_REASONS)[number];

/** Evidence whose file could not be read, and why; null while a retry is running. */
export interface UnreadEvidence {
  id: string;
  title: string;
  why: string | null;
}

/** Facts about a control beyond its row. */
export interface ControlFacts {
  expiredEvidence: number;
  /** Approved and pending evidence that does not count because its file could not be read. */
  unread: readonly UnreadEvidence[];
  /** Approved and pending pieces of evidence with a quality score below 60. */
  weakEvidence: number;
  openFindings: number;
}

/** For a control without further facts. */
export const NO_FACTS: ControlFacts = { expiredEvidence: 0, unread: [], weakEvidence: 0, openFindings: 0 };

/** A sentence names this many files. */
const MAX_NAMED = 3;

/** The unread files with the reasons. */
function namesOf(unread: readonly UnreadEvidence[]): string {
  const named = unread
    .slice(0, MAX_NAMED)
    .map(({ title, why }) => `"${title}"${why === null ? "" : ` (${why})`}`);
  const rest = unread.length > MAX_NAMED ? [`${unread.length - MAX_NAMED} more`] : [];
  return [...named, ...rest].join(", ");
}

const ACTIONS: Record<Exclude<GapReason, "evidence_unread">, string> = {
  no_evidence: "Upload evidence that shows how the control works",
  evidence_pending: "Have the pending evidence reviewed",
  evidence_expired: "Replace the expired evidence with current evidence",
  low_quality: `Replace or improve the evidence that scores below ${GOOD_QUALITY}: its quality reasons explain how`,
  open_findings: "Resolve the open findings, or accept them until a date",
};

/** `a, b or c`. */
function eitherOf(hints: readonly string[]): string {
  const last = lastOf(hints);
  return hints.length === 1 ? last : `${hints.slice(0, -1).join(", ")} or ${last}`;
}

function actionFor(reason: GapReason, unread: readonly UnreadEvidence[], hints: readonly string[]): string {
  if (reason === "evidence_unread")
    return `Replace unreadable evidence, or have a reviewer open it and approve it with a reason: ${namesOf(unread)}`;
  if (reason === "no_evidence" && hints.length > 0)
    return `${ACTIONS.no_evidence}, such as ${eitherOf(hints)}`;
  return ACTIONS[reason];
}

/** In the order of urgency: the first reason determines the suggested action. */
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
  return keysOf(holds).filter((reason) => holds[reason]);
}

export interface Gap<C> {
  control: C;
  /** The most important first. */
  reasons: [GapReason, ...GapReason[]];
  unread: readonly UnreadEvidence[];
  /** The framework's summary of the control, and examples of evidence. */
  summary: string;
  evidenceHints: readonly string[];
  suggestedAction: string;
}

/**
 * Applicable controls with gaps, worst first: least progress, then most reasons, then the framework's order.
 */
export function gapsOf<C extends ScoredControl>(
  controls: readonly C[],
  facts: ReadonlyMap<string, ControlFacts>,
  texts: ControlTexts = new Map(),
): Gap<C>[] {
  return controls
    .filter((control) => !control.notApplicable)
    .flatMap((control): Pick<Gap<C>, "control" | "reasons" | "unread">[] => {
      const known = facts.get(control.id) ?? NO_FACTS;
      const [first, ...others] = reasonsFor(control, known);
      return first === undefined ? [] : [{ control, reasons: [first, ...others], unread: known.unread }];
    })
    .toSorted(
      (a, b) =>
        a.control.progress - b.control.progress ||
        b.reasons.length - a.reasons.length ||
        a.control.position - b.control.position,
    )
    .map((gap) => {
      const { summary, evidenceHints } = texts.get(gap.control.number) ?? NO_TEXT;
      const suggestedAction = actionFor(gap.reasons[0], gap.unread, evidenceHints);
      return { ...gap, summary, evidenceHints, suggestedAction };
    });
}
