import type { ScoredControl } from "./score.rules.ts";

export const GAP_REASONS = [
  "no_evidence",
  "evidence_pending",
  "evidence_expired",
  "low_quality",
  "open_findings",
] as const;
export type GapReason = (typeof GAP_REASONS)[number];

/** What is known of a control beside its row. */
export interface ControlFacts {
  expiredEvidence: number;
  /** Of its approved and pending evidence, pieces with a quality score below 60. */
  weakEvidence: number;
  openFindings: number;
}

/** Of a control that nothing more is known of. */
export const NO_FACTS: ControlFacts = { expiredEvidence: 0, weakEvidence: 0, openFindings: 0 };

const ACTIONS: Record<GapReason, string> = {
  no_evidence: "Upload evidence that shows how the control works",
  evidence_pending: "Have the waiting evidence reviewed",
  evidence_expired: "Upload current evidence in place of what has expired",
  low_quality: "Replace or improve the evidence that scores below 60: its quality reasons say how",
  open_findings: "Resolve the open findings, or accept them until a date",
};

/** The order in which reasons are acted upon: the first one says what to do next. */
function reasonsFor(control: ScoredControl, facts: ControlFacts): GapReason[] {
  const { approvedEvidence: approved, pendingEvidence: pending, requiredEvidence: required } = control;
  const lacks = approved + pending < required;
  const holds: Record<GapReason, boolean> = {
    evidence_expired: facts.expiredEvidence > 0 && approved < required,
    no_evidence: lacks && facts.expiredEvidence === 0,
    evidence_pending: pending > 0 && approved < required,
    low_quality: facts.weakEvidence > 0,
    open_findings: facts.openFindings > 0,
  };
  return (Object.keys(holds) as GapReason[]).filter((reason) => holds[reason]);
}

export interface Gap<C> {
  control: C;
  reasons: GapReason[];
  suggestedAction: string;
}

/** Applicable controls with something missing, worst first: least progress, then most reasons, then the framework's order. */
export function gapsOf<C extends ScoredControl>(
  controls: readonly C[],
  facts: ReadonlyMap<string, ControlFacts>,
): Gap<C>[] {
  return controls
    .filter((control) => !control.notApplicable)
    .map((control) => ({ control, reasons: reasonsFor(control, facts.get(control.id) ?? NO_FACTS) }))
    .filter(({ reasons }) => reasons.length > 0)
    .toSorted(
      (a, b) =>
        a.control.progress - b.control.progress ||
        b.reasons.length - a.reasons.length ||
        a.control.position - b.control.position,
    )
    .map(({ control, reasons }) => ({ control, reasons, suggestedAction: ACTIONS[reasons[0]!] }));
}
