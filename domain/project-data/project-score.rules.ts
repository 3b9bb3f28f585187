import { recordOf } from "../record-of.rules.ts";
import {
  completionPercentage,
  criticalGaps,
  explainScore,
  figuresOf,
  marksOf,
  topMissingControls,
} from "../compliance/score.rules.ts";
import { counts } from "../evidence/evidence.rules.ts";
import { SEVERITIES, isActive, type Severity } from "../findings/finding.rules.ts";
import { riskOf } from "../findings/risk.rules.ts";
import type { ProjectData } from "./project-data.ts";

/** The number of active findings by severity. */
function activeBySeverity({ findings }: ProjectData): Record<Severity, number> {
  const active = findings.filter(({ status }) => isActive(status));
  return recordOf(SEVERITIES, (name) => active.filter(({ severity }) => severity === name).length);
}

/** The figures of a project: the same as those of the compliance routes. */
export function projectScore(data: ProjectData) {
  const { controls, evidence } = data;
  const active = activeBySeverity(data);
  const figures = figuresOf(
    controls,
    evidence.filter(counts).map(({ qualityScore }) => qualityScore),
  );
  return {
    as_of: data.asOf,
    overall: figures.overall,
    categories: figures.categories,
    coverage: figures.coverage,
    ...marksOf(controls),
    completion_percentage: completionPercentage(controls),
    evidence_quality: figures.quality,
    risk: riskOf(active),
    active_findings: active,
    critical_gaps: criticalGaps(controls),
    top_missing_controls: topMissingControls(controls).map(
      ({ number, title, progress, summary, evidenceHints }) => ({
        number,
        title,
        progress,
        summary,
        evidence_hints: [...evidenceHints],
      }),
    ),
    shares: explainScore(controls).map(({ control_id: _id, ...share }) => share),
  };
}
