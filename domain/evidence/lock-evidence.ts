import { LockMode } from "@mikro-orm/postgresql";
import { notFound } from "../../platform/errors.ts";
import { lockRow } from "../../platform/database/lock-row.ts";
import type { CommandContext } from "../context.ts";
import { requireOpenProject } from "../projects/lock-project.ts";
import { Evidence } from "./evidence.entity.ts";

/**
 * Every change of a piece of evidence begins with this lock. The second of two simultaneous changes waits and
 * then sees the result of the first; the project cannot be archived until the end. NOT_FOUND if it was
 * deleted in the meantime.
 */
export async function lockEvidence(ctx: CommandContext, evidence: Evidence): Promise<void> {
  await requireOpenProject(ctx, evidence.project);
  await lockRow(ctx.em, evidence, "Evidence");
  if (evidence.deletedAt) throw notFound("Evidence");
}

/**
 * The same for several pieces of evidence of a project, in one statement and by id, so that two such calls cannot
 * deadlock. Returns the ids of those that were not deleted in the meantime.
 */
export async function lockSeveral(
  ctx: CommandContext,
  project: { id: string },
  evidence: readonly Evidence[],
): Promise<ReadonlySet<string>> {
  await requireOpenProject(ctx, project);
  const kept = await ctx.em.find(
    Evidence,
    { id: { $in: evidence.map(({ id }) => id) }, deletedAt: null },
    { orderBy: { id: "asc" }, lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  return new Set(kept.map(({ id }) => id));
}
