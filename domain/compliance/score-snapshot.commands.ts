import { Project } from "../projects/project.entity.ts";
import { readRows } from "../../platform/database/read-rows.ts";
import type { SystemContext } from "../context.ts";
import { recountStale } from "../controls/control.commands.ts";
import { allControls } from "../controls/control.queries.ts";
import { riskOfProject } from "../findings/finding.queries.ts";
import { readScore } from "./compliance.queries.ts";
import { ScoreSnapshot } from "./score-snapshot.entity.ts";
import { dayRepresented, representsBetter } from "./score-snapshot.rules.ts";
import { lastOf } from "../last-of.rules.ts";

async function snapshot(ctx: SystemContext, projectId: string): Promise<void> {
  const takenAt = ctx.clock.now();
  const day = dayRepresented(takenAt);
  const [kept] = await readRows(ctx.em, ScoreSnapshot, { where: { project: projectId, day } });
  if (kept !== undefined && !representsBetter(day, takenAt, kept.takenAt)) return;
  const { controls, overall, categories, coverage, quality } = await readScore(
    ctx,
    projectId,
    await allControls(ctx, projectId),
  );
  const progress = Object.fromEntries(controls.map((control) => [control.number, control.progress]));
  const risk = await riskOfProject(ctx.em, projectId);
  const figures = { takenAt, overall, categories, coverage, quality, progress, risk };
  await ctx.em.upsert(
    ScoreSnapshot,
    { project: projectId, day, ...figures },
    { onConflictFields: ["project", "day"], onConflictAction: "merge" },
  );
}

interface SnapshotBatch {
  afterId: string | null;
  limit: number;
  /** Runs in a transaction of its own: none locks several projects, and what is stored stays, whatever follows. */
  run: <T>(command: (ctx: SystemContext) => Promise<T>) => Promise<T>;
  /** A project whose snapshot cannot be taken delays no other, unless this throws. */
  onFailure(projectId: string, error: unknown): void;
}

/**
 * Takes the daily snapshot of at most `limit` projects after `afterId`; a better existing one is kept.
 * Returns the id after which to continue, null at the end.
 */
export async function snapshotScores({
  afterId,
  limit,
  run,
  onFailure,
}: SnapshotBatch): Promise<string | null> {
  const where = afterId === null ? {} : { id: { $gt: afterId } };
  const projects = await run(({ em }) => readRows(em, Project, { where, orderBy: { id: "asc" }, limit }));
  for (const { id } of projects) {
    try {
      await run(async (ctx) => {
        await recountStale(ctx, id);
        await snapshot(ctx, id);
      });
    } catch (error) {
      onFailure(id, error);
    }
  }
  return projects.length < limit ? null : lastOf(projects).id;
}
