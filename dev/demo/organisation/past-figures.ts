import { categoryScores, coverageOf, qualityOf } from "../../../domain/compliance/score.rules.ts";
import { statusOfProgress } from "../../../domain/controls/control.rules.ts";
import { overallScore } from "../../../domain/controls/overall-score.rules.ts";
import { isActive, type FindingStatus, type Severity } from "../../../domain/findings/finding.rules.ts";
import { riskOf } from "../../../domain/findings/risk.rules.ts";

export const PAST_DAYS = 89;
const HALF = 50;
/** The days between two findings, and until one is resolved. */
export const FINDING_DAYS = { apart: 9, first: 80, open: 14 };

/** The state of a project now, from which its past is told. */
export interface PresentState {
  controls: readonly { number: string; trustCategory: string; progress: number; notApplicable: boolean }[];
  /** The evidence that counts. */
  evidence: readonly FiledEvidence[];
  /** Oldest first. */
  findings: readonly { severity: Severity; status: FindingStatus }[];
}

interface FiledEvidence {
  /** The numbers of the controls that it serves. */
  controls: readonly string[];
  quality: number;
  /** Days ago. */
  uploaded: number;
  /** Null before its approval. */
  approved: number | null;
}

/** The progress that a control had: none before its first evidence, half until the first approval. */
function progressThen(now: number, served: readonly FiledEvidence[], daysAgo: number): number {
  const there = served.filter(({ uploaded }) => uploaded >= daysAgo);
  if (there.length === 0) return served.length === 0 ? now : 0;
  return there.some(({ approved }) => approved !== null && approved >= daysAgo) ? now : Math.min(now, HALF);
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

/** The figures of a past day, computed by the rules of the product from what was there on that day. */
export function figuresThen({ controls, evidence, findings }: PresentState, daysAgo: number) {
  const then = controls.map(({ number, trustCategory, notApplicable, progress: now }, position) => {
    const served = evidence.filter((one) => one.controls.includes(number));
    const progress = progressThen(now, served, daysAgo);
    return { number, trustCategory, notApplicable, position, progress, status: statusOfProgress(progress) };
  });
  const filed = evidence.filter(({ uploaded }) => uploaded >= daysAgo);
  return {
    overall: overallScore(then),
    categories: categoryScores(then),
    coverage: coverageOf(then),
    quality: qualityOf(filed.map(({ quality }) => quality)),
    progress: Object.fromEntries(then.map(({ number, progress }) => [number, progress])),
    risk: riskThen(findings, daysAgo),
  };
}
