import { categoryScores, coverageOf, qualityOf } from "../../../domain/compliance/score.rules.ts";
import { statusOfProgress } from "../../../domain/controls/control.rules.ts";
import { overallScore } from "../../../domain/controls/overall-score.rules.ts";
import { isActive, type FindingStatus, type Severity } from "../../../domain/findings/finding.rules.ts";
import { riskOf } from "../../../domain/findings/risk.rules.ts";

export const PAST_DAYS = 89;
/** The share of the work that had been done before the first day. */
const AT_FIRST = 0.3;
/** How long evidence waits for its review. */
const REVIEW_DAYS = 6;
const HALF = 50;
/** The days between two findings, and until one is resolved. */
const FINDING_DAYS = { apart: 9, first: 80, open: 14 };

/** The state of a project now, from which its past is told. */
export interface PresentState {
  controls: readonly { number: string; trustCategory: string; progress: number; notApplicable: boolean }[];
  /** The quality of the evidence that counts, oldest first. */
  qualities: readonly number[];
  /** Oldest first. */
  findings: readonly { severity: Severity; status: FindingStatus }[];
}

/** The days since the piece of work at this place was done: few at first, with quiet weeks. */
function daysSince(place: number, of: number): number {
  const share = (place + 1) / of;
  if (share <= AT_FIRST) return Number.POSITIVE_INFINITY;
  return Math.round(PAST_DAYS * (1 - ((share - AT_FIRST) / (1 - AT_FIRST)) ** (1 / 1.4)));
}

/** Controls are worked on across the framework, not in its order. */
function worked(controls: PresentState["controls"]): readonly string[] {
  const begun = controls.filter(({ progress, notApplicable }) => progress > 0 && !notApplicable);
  return begun.map((_control, place) => begun[(place * 7) % begun.length]!.number);
}

/** The progress a control had: none, half while its evidence waited for a review, then that of today. */
function progressThen(now: number, since: number, daysAgo: number): number {
  if (daysAgo <= since) return now;
  return daysAgo <= since + REVIEW_DAYS ? Math.min(now, HALF) : 0;
}

function riskThen(findings: PresentState["findings"], daysAgo: number) {
  const active: Partial<Record<Severity, number>> = {};
  for (const [place, { severity, status }] of findings.entries()) {
    const raised = FINDING_DAYS.first - place * FINDING_DAYS.apart;
    const isResolved = !isActive(status) && daysAgo <= raised - FINDING_DAYS.open;
    if (daysAgo <= raised && !isResolved) active[severity] = (active[severity] ?? 0) + 1;
  }
  return riskOf(active);
}

/** The figures of a past day, computed by the rules of the product from a plausible state of that day. */
export function figuresThen({ controls, qualities, findings }: PresentState, daysAgo: number) {
  const order = worked(controls);
  const then = controls.map(({ number, trustCategory, notApplicable, progress: now }, position) => {
    const place = order.indexOf(number);
    const since = place < 0 ? 0 : daysSince(place, order.length);
    const progress = place < 0 ? now : progressThen(now, since, daysAgo);
    return { number, trustCategory, notApplicable, position, progress, status: statusOfProgress(progress) };
  });
  const begun = then.filter(({ progress, notApplicable }) => progress > 0 && !notApplicable).length;
  const filed = order.length === 0 ? 0 : Math.round((qualities.length * begun) / order.length);
  return {
    overall: overallScore(then),
    categories: categoryScores(then),
    coverage: coverageOf(then),
    quality: qualityOf(qualities.slice(0, filed)),
    progress: Object.fromEntries(then.map(({ number, progress }) => [number, progress])),
    risk: riskThen(findings, daysAgo),
  };
}
