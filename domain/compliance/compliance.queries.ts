import type { Row } from "../../platform/prepared-find.ts";
import { queryRows } from "../../platform/query-rows.ts";
import type { Control } from "../controls/control.entity.ts";
import { allControls } from "../controls/control.queries.ts";
import type { QueryContext } from "../context.ts";
import { gapsOf, type ControlFacts, type Gap } from "./gaps.rules.ts";
import {
  categoryScores,
  completionPercentage,
  coverageOf,
  criticalGaps,
  explainScore,
  overallScore,
  qualityOf,
  topMissingControls,
  type Coverage,
  type EvidenceQuality,
  type Share,
} from "./score.rules.ts";

type Reading = Pick<QueryContext, "em">;

/** Evidence that counts: it stands approved or waits for review. */
const COUNTING = "deleted_at is null and status in ('approved', 'pending')";

async function qualityScores(ctx: Reading, projectId: string): Promise<number[]> {
  const sql = `select quality_score as score from evidence where project_id = $1 and ${COUNTING}`;
  return (await queryRows<{ score: number }>(ctx.em, { sql, parameters: [projectId] })).map(
    ({ score }) => score,
  );
}

export interface ProjectScore {
  overall: number;
  categories: ReturnType<typeof categoryScores>;
  coverage: Coverage;
  quality: EvidenceQuality;
}

/** A project's figures, made of its controls and its evidence as they are now. */
export async function readScore(
  ctx: Reading,
  projectId: string,
): Promise<ProjectScore & { controls: Row<Control>[] }> {
  const [controls, scores] = await Promise.all([allControls(ctx, projectId), qualityScores(ctx, projectId)]);
  return {
    controls,
    overall: overallScore(controls),
    categories: categoryScores(controls),
    coverage: coverageOf(controls),
    quality: qualityOf(scores),
  };
}

export const explanationOf = ({ controls }: { controls: Row<Control>[] }): Share[] => explainScore(controls);

/** The same figures with what an overview adds to them. */
export async function readOverview(ctx: Reading, projectId: string) {
  const score = await readScore(ctx, projectId);
  return {
    ...score,
    completionPercentage: completionPercentage(score.controls),
    averageProgress: score.overall,
    topMissing: topMissingControls(score.controls),
    criticalGaps: criticalGaps(score.controls),
  };
}

const FACTS = `select control_id as "controlId",
    count(*) filter (where status = 'expired')::int as "expiredEvidence",
    count(*) filter (where status in ('approved', 'pending') and quality_score < 60
      and chunking_status = 'COMPLETED')::int as "weakEvidence"
  from evidence where project_id = $1 and deleted_at is null group by 1`;

/** What a project lacks, control by control, worst first. */
export async function readGaps(ctx: Reading, projectId: string): Promise<Gap<Row<Control>>[]> {
  const [controls, rows] = await Promise.all([
    allControls(ctx, projectId),
    queryRows<Omit<ControlFacts, "openFindings"> & { controlId: string }>(ctx.em, {
      sql: FACTS,
      parameters: [projectId],
    }),
  ]);
  const facts = new Map(rows.map((row) => [row.controlId, { ...row, openFindings: 0 }]));
  return gapsOf(controls, facts);
}
