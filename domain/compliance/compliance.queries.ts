import type { Row } from "../../platform/prepared-find.ts";
import { queryRows } from "../../platform/query-rows.ts";
import type { Control } from "../controls/control.entity.ts";
import { allControls } from "../controls/control.queries.ts";
import type { QueryContext } from "../context.ts";
import { countAgents } from "../agents/agent.queries.ts";
import { countFindings } from "../findings/finding.queries.ts";
import { ACTIVE_STATUSES } from "../findings/finding.rules.ts";
import { NO_FACTS, gapsOf, type ControlFacts, type Gap } from "./gaps.rules.ts";
import {
  completionPercentage,
  criticalGaps,
  figuresOf,
  topMissingControls,
  type Figures,
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

/** A project's figures, made of its controls and its evidence as they are now. */
export async function readScore(
  ctx: Reading,
  projectId: string,
): Promise<Figures & { controls: Row<Control>[] }> {
  const [controls, scores] = await Promise.all([allControls(ctx, projectId), qualityScores(ctx, projectId)]);
  return { controls, ...figuresOf(controls, scores) };
}

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

const OPEN_FINDINGS = `select control_id as "controlId", count(*)::int as "openFindings"
  from findings where project_id = $1 and status = any($2) and control_id is not null group by 1`;

/** What evidence and findings say about each control of a project. */
async function factsOf({ em }: Reading, projectId: string): Promise<Map<string, ControlFacts>> {
  type Fact = Partial<ControlFacts> & { controlId: string };
  const [evidence, findings] = await Promise.all([
    queryRows<Fact>(em, { sql: FACTS, parameters: [projectId] }),
    queryRows<Fact>(em, { sql: OPEN_FINDINGS, parameters: [projectId, [...ACTIVE_STATUSES]] }),
  ]);
  const facts = new Map<string, ControlFacts>();
  for (const { controlId, ...fact } of [...evidence, ...findings])
    facts.set(controlId, { ...NO_FACTS, ...facts.get(controlId), ...fact });
  return facts;
}

/** What a project lacks, control by control, worst first. */
export async function readGaps(ctx: Reading, projectId: string): Promise<Gap<Row<Control>>[]> {
  const [controls, facts] = await Promise.all([allControls(ctx, projectId), factsOf(ctx, projectId)]);
  return gapsOf(controls, facts);
}

/** The detailed overview, the risk and the agents of a project in one. */
export async function readSummary(ctx: QueryContext, projectId: string) {
  const [overview, findings, agents] = await Promise.all([
    readOverview(ctx, projectId),
    countFindings(ctx, { projectId }),
    countAgents(ctx, projectId),
  ]);
  return { overview, findings, agents };
}
