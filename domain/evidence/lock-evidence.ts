import { notFound } from "../../platform/errors.ts";
import { lockRow } from "../../platform/database/lock-row.ts";
import type { CommandContext } from "../context.ts";
import { requireOpenProject } from "../projects/lock-project.ts";
import type { Evidence } from "./evidence.entity.ts";

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
