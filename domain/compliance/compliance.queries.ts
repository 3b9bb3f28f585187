import { readRows, type Row } from "../../platform/database/read-rows.ts";
import { queryRows } from "../../platform/database/query-rows.ts";
import type { Control } from "../controls/control.entity.ts";
import type { QueryContext } from "../context.ts";
import { countAgents } from "../agents/agent.queries.ts";
import { countFindings } from "../findings/finding.queries.ts";
import { COUNTS, EVIDENCE_OF_CONTROLS } from "../controls/evidence-of-controls.ts";
import { GOOD_QUALITY } from "../evidence/evidence.rules.ts";
import { ACTIVE_STATUSES } from "../findings/finding.rules.ts";
import type { ControlTexts } from "../frameworks/control-text.rules.ts";
import { readControlTexts } from "../frameworks/read-control-texts.ts";
import { Project } from "../projects/project.entity.ts";
import { NO_FACTS, gapsOf, type ControlFacts, type Gap } from "./gaps.rules.ts";
import {
  completionPercentage,
  criticalGaps,
  figuresOf,
  marksOf,
  topMissingControls,
  type Figures,
  type Marks,
} from "./score.rules.ts";

type Reading = Pick<QueryContext, "em">;

async function qualityScores(ctx: Reading, projectIds: readonly string[]): Promise<number[]> {
  const sql = `select quality_score as score from evidence where project_id = any($1) and ${COUNTS}`;
  const rows = await queryRows<{ score: number }>(ctx.em, { sql, parameters: [projectIds] });
  return rows.map(({ score }) => score);
}

type Controls = Row<Control>[];

type Scored = Figures & { controls: Controls; marks: Marks };

/** The figures of several projects together, from their controls and their current evidence. */
export const readScores = async (
  ctx: Reading,
  projectIds: readonly string[],
  controls: Controls,
): Promise<Scored> => ({
  controls,
  marks: marksOf(controls),
  ...figuresOf(controls, await qualityScores(ctx, projectIds)),
});

/** The same for one project. */
export const readScore = (ctx: Reading, projectId: string, controls: Controls): Promise<Scored> =>
  readScores(ctx, [projectId], controls);

/** The same figures with those of an overview. */
export async function readOverview(ctx: Reading, projectIds: readonly string[], controls: Controls) {
  const score = await readScores(ctx, projectIds, controls);
  return {
    ...score,
    completionPercentage: completionPercentage(score.controls),
    averageProgress: score.overall,
    topMissing: topMissingControls(score.controls),
    criticalGaps: criticalGaps(score.controls),
  };
}

const FACTS = `select served_id as "controlId",
    count(*) filter (where status = 'expired')::int as "expiredEvidence",
    coalesce(json_agg(json_build_object('id', id, 'title', title, 'why', ingestion_error) order by id)
      filter (where lacks_reading), '[]') as "unread",
    count(*) filter (where counts and quality_score < ${GOOD_QUALITY}
      and chunking_status = 'COMPLETED')::int as "weakEvidence"
  from ${EVIDENCE_OF_CONTROLS} group by 1`;

const OPEN_FINDINGS = `select control_id as "controlId", count(*)::int as "openFindings"
  from findings where project_id = $1 and status = any($2) and control_id is not null group by 1`;

/** The evidence and findings of each control of a project. */
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

/** The texts of the project's framework for its controls. */
async function textsOf({ em }: Reading, id: string): Promise<ControlTexts> {
  const [project] = await readRows(em, Project, { where: { id } });
  return project === undefined ? new Map() : readControlTexts({ em }, project.framework);
}

/** The gaps of a project by control, worst first. */
export const readGaps = async (
  ctx: Reading,
  projectId: string,
  controls: Controls,
): Promise<Gap<Row<Control>>[]> =>
  gapsOf(controls, await factsOf(ctx, projectId), await textsOf(ctx, projectId));

/** The detailed overview, the risk and the agents of projects together. */
export async function readSummary(ctx: QueryContext, projectIds: readonly string[], controls: Controls) {
  const [overview, findings, agents] = await Promise.all([
    readOverview(ctx, projectIds, controls),
    countFindings(ctx, { projectIds }),
    countAgents(ctx, projectIds),
  ]);
  return { overview, findings, agents };
}
