import type { QueryContext, SystemContext } from "../context.ts";
import { countRows } from "../../platform/database/read-rows.ts";
import { Evidence } from "./evidence.entity.ts";
import { only } from "../only.rules.ts";

/** Withdraws files of a project from running ingestions; returns their number, at most `limit`. */
export async function withdrawProjectEvidence(
  ctx: SystemContext,
  { projectId, limit }: { projectId: string; limit: number },
): Promise<number> {
  const rows = await ctx.em.find(
    Evidence,
    { project: projectId, deletedAt: null },
    { fields: ["id"], limit, orderBy: { id: "asc" } },
  );
  const ids = rows.map(({ id }) => id);
  return ctx.em.nativeUpdate(Evidence, { id: { $in: ids } }, { deletedAt: ctx.clock.now() });
}

/** Removes up to `limit` chunk rows of a piece of evidence; returns their number. */
export async function removeChunkRows(
  ctx: SystemContext,
  { evidenceId, limit }: { evidenceId: string; limit: number },
): Promise<number> {
  const removed = await ctx.em.execute<{ removed: number }[]>(
    `with gone as (delete from evidence_chunks where id in
       (select id from evidence_chunks where evidence_id = ? limit ?) returning 1)
     select count(*)::int as removed from gone`,
    [evidenceId, limit],
  );
  return only(removed).removed;
}

/** The number of pieces of evidence still to be removed. */
export const countEvidenceLeft = (ctx: QueryContext, { id }: { id: string }): Promise<number> =>
  countRows(ctx.em, Evidence, { project: id });
