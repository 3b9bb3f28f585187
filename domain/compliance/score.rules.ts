import { reasonByHand, reasonFromEvidence } from "./share-reason.rules.ts";
import { TRUST_CATEGORIES, type TrustCategory } from "../frameworks/framework.rules.ts";
import { GOOD_QUALITY, HIGH_QUALITY } from "../evidence/evidence.rules.ts";
import type { ControlStatus, ProgressSource } from "../controls/control.rules.ts";
import { applicable, overallScore, type Progress } from "../controls/overall-score.rules.ts";
import { fieldsByHand, type PendingChange, type Statements } from "../controls/statement.rules.ts";

/** The attributes of a control that scores use. */
export interface ScoredControl {
  id: string;
  number: string;
  title: string;
  category: string;
  trustCategory: string;
  /** Position in the framework's order. */
  position: number;
  status: ControlStatus;
  /** 0 to 100. */
  progress: number;
  requiredEvidence: number;
  approvedEvidence: number;
  pendingEvidence: number;
  notApplicable: boolean;
}

/** The number of missing controls in the detailed overview. */
const TOP_MISSING = 5;

export type CategoryScores = Partial<Record<TrustCategory, number>>;

/** The same by trust category, for those with applicable controls. */
export const categoryScores = (
  controls: readonly (Progress & Pick<ScoredControl, "trustCategory">)[],
): CategoryScores =>
  Object.fromEntries(
    TRUST_CATEGORIES.flatMap((category) => {
      const own = applicable(controls).filter(({ trustCategory }) => trustCategory === category);
      return own.length === 0 ? [] : [[category, overallScore(own)]];
    }),
  );

export interface Coverage {
  total: number;
  complete: number;
  in_progress: number;
  not_started: number;
}

export function coverageOf(controls: readonly Pick<ScoredControl, "status" | "notApplicable">[]): Coverage {
  const coverage = { total: 0, complete: 0, in_progress: 0, not_started: 0 };
  for (const { status } of applicable(controls)) {
    coverage.total += 1;
    coverage[status] += 1;
  }
  return coverage;
}

export interface EvidenceQuality {
  total: number;
  high_quality: number;
  good_quality: number;
  needs_improvement: number;
}

/** Counts evidence by quality score: high from 80, good from 60. */
export function qualityOf(scores: readonly number[]): EvidenceQuality {
  const high_quality = scores.filter((score) => score >= HIGH_QUALITY).length;
  const good_quality = scores.filter((score) => score >= GOOD_QUALITY).length - high_quality;
  const total = scores.length;
  return { total, high_quality, good_quality, needs_improvement: total - high_quality - good_quality };
}

export interface Figures {
  overall: number;
  categories: CategoryScores;
  coverage: Coverage;
  quality: EvidenceQuality;
}

/** The figures shared by all views of a project. `qualityScores` belong to the evidence that counts. */
export const figuresOf = (controls: readonly ScoredControl[], qualityScores: readonly number[]): Figures => ({
  overall: overallScore(controls),
  categories: categoryScores(controls),
  coverage: coverageOf(controls),
  quality: qualityOf(qualityScores),
});

/** Complete, with all required evidence approved: a statement alone verifies nothing. */
const isVerified = (control: ScoredControl): boolean =>
  control.status === "complete" && control.approvedEvidence >= control.requiredEvidence;

/** The share of applicable controls that are fully verified, 0 to 100. */
export function completionPercentage(controls: readonly ScoredControl[]): number {
  const all = applicable(controls);
  return all.length === 0 ? 0 : (100 * all.filter(isVerified).length) / all.length;
}

/** Applicable controls that are not complete, least progress first, then in the framework's order. */
export const missingControls = <C extends ScoredControl>(controls: readonly C[]): C[] =>
  applicable(controls)
    .filter(({ status }) => status !== "complete")
    .toSorted((a, b) => a.progress - b.progress || a.position - b.position);

export const topMissingControls = <C extends ScoredControl>(controls: readonly C[]): C[] =>
  missingControls(controls).slice(0, TOP_MISSING);

/** Missing controls without any progress. */
export const criticalGaps = (controls: readonly ScoredControl[]): number =>
  missingControls(controls).filter(({ progress }) => progress === 0).length;

export interface ScoreShare {
  control_id: string;
  number: string;
  title: string;
  progress: number;
  /** Points that the control contributes to the overall score: all shares add up to it. */
  points: number;
  /** Points that it could still add. */
  missing: number;
  because: string;
}

/** A control with its statements. */
export interface MarkedControl extends ScoredControl {
  progressSource: ProgressSource;
  justification?: string | null | undefined;
  statements: Statements;
  pendingChange?: PendingChange | null | undefined;
}

/** The required number of pieces before someone lowered it; empty if no one did. */
const lowered = ({ statements }: MarkedControl): string => {
  const { from, reason } = statements.required_evidence ?? {};
  return from ? ` (${from} were required before: ${reason})` : "";
};

function reasonFor(control: MarkedControl): string {
  const { approvedEvidence: approved, pendingEvidence: pending, requiredEvidence: required } = control;
  const { progress, statements } = control;
  if (control.progressSource === "manual")
    return reasonByHand({ progress, reason: statements.progress?.reason });
  return reasonFromEvidence({ approved, required, pending, lowered: lowered(control) });
}

/** The figures of a project that come from statements, its excluded controls, and pending changes. */
export function marksOf(controls: readonly MarkedControl[]) {
  const named = ({ id: control_id, number, title }: MarkedControl) => ({ control_id, number, title });
  return {
    set_by_hand: applicable(controls)
      .map((control) => ({ ...named(control), fields: fieldsByHand(control) }))
      .filter(({ fields }) => fields.length > 0),
    left_out: controls
      .filter(({ notApplicable }) => notApplicable)
      .map((control) => ({ ...named(control), justification: control.justification ?? null })),
    waiting: controls.filter(({ pendingChange }) => pendingChange != null).map(named),
  };
}

export type Marks = ReturnType<typeof marksOf>;

/** Each applicable control's share of the overall score, the largest loss first. */
export function explainScore(controls: readonly MarkedControl[]): ScoreShare[] {
  const all = applicable(controls);
  return all
    .map((control) => ({
      control_id: control.id,
      number: control.number,
      title: control.title,
      progress: control.progress,
      points: control.progress / all.length,
      missing: (100 - control.progress) / all.length,
      because: reasonFor(control),
      position: control.position,
    }))
    .toSorted((a, b) => b.missing - a.missing || a.position - b.position)
    .map(({ position: _position, ...share }) => share);
}
