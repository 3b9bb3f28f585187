import { AHEAD_STATUSES } from "../projects/milestone.rules.ts";
import { readRows, type Row } from "../../platform/database/read-rows.ts";
import { queryRows } from "../../platform/database/query-rows.ts";
import type { QueryContext } from "../context.ts";
import { COUNTS } from "../controls/evidence-of-controls.ts";
import { ACTIVE_STATUSES, type Severity } from "../findings/finding.rules.ts";
import { riskOf, type Risk } from "../findings/risk.rules.ts";
import { Milestone } from "../projects/project.entity.ts";

/** The figures of a project in a list of projects. */
export interface ProjectFigures {
  /** From its open findings, with their number. */
  risk: Risk;
  /** Evidence pending review. */
  waitingReviews: number;
  /** The first milestone that is neither achieved nor missed. */
  nextMilestone: Row<Milestone> | null;
}

const OPEN_FINDINGS = `select project_id as id, severity, count(*)::int as total
  from findings where project_id = any($1::uuid[]) and status = any($2) group by 1, 2`;

/** `awaitsReview` in SQL. */
const WAITING_REVIEWS = `select project_id as id, count(*)::int as total
  from evidence where project_id = any($1::uuid[]) and deleted_at is null
    and (status = 'pending' or (status = 'approved' and not ${COUNTS})) group by 1`;

async function risksOf({ em }: QueryContext, ids: readonly string[]): Promise<Map<string, Risk>> {
  const rows = await queryRows<{ id: string; severity: Severity; total: number }>(em, {
    sql: OPEN_FINDINGS,
    parameters: [ids, [...ACTIVE_STATUSES]],
  });
  const risks = new Map<string, Risk>();
  for (const [id, own] of Map.groupBy(rows, (row) => row.id))
    risks.set(id, riskOf(Object.fromEntries(own.map(({ severity, total }) => [severity, total]))));
  return risks;
}

async function waitingReviewsOf({ em }: QueryContext, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await queryRows<{ id: string; total: number }>(em, {
    sql: WAITING_REVIEWS,
    parameters: [ids],
  });
  return new Map(rows.map(({ id, total }) => [id, total]));
}

async function nextMilestonesOf(
  { em }: QueryContext,
  ids: readonly string[],
): Promise<Map<string, Row<Milestone>>> {
  const open = await readRows(em, Milestone, {
    where: { project: { $in: [...ids] }, status: { $in: [...AHEAD_STATUSES] } },
    orderBy: { dueDate: "desc", id: "desc" },
  });
  // The earliest is last and takes precedence.
  return new Map(open.map((milestone) => [milestone.project.id, milestone]));
}

/** The state of projects that the caller can see: three queries for any number of projects. */
export async function standingsOf(
  ctx: QueryContext,
  projects: readonly { id: string }[],
): Promise<(project: { id: string }) => ProjectFigures> {
  const ids = projects.map(({ id }) => id);
  const [risks, reviews, milestones] = await Promise.all([
    risksOf(ctx, ids),
    waitingReviewsOf(ctx, ids),
    nextMilestonesOf(ctx, ids),
  ]);
  return ({ id }) => ({
    risk: risks.get(id) ?? riskOf({}),
    waitingReviews: reviews.get(id) ?? 0,
    nextMilestone: milestones.get(id) ?? null,
  });
}
