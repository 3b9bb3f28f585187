import { lockIfKept } from "../../platform/database/lock-row.ts";
import type { SystemContext } from "../context.ts";
import { Finding } from "./finding.entity.ts";
import { applyTransition } from "./move-finding.ts";
import { withRisk } from "./with-risk.ts";

/**
 * Reopens a finding whose acceptance has ended. Returns false if that acceptance no longer applies, because
 * the finding was reopened or accepted again.
 */
export async function endAcceptance(
  ctx: SystemContext,
  { findingId, acceptance }: { findingId: string; acceptance: number },
): Promise<boolean> {
  const finding = await ctx.em.findOne(Finding, { id: findingId }, { populate: ["project"] });
  if (finding === null) return false;
  return withRisk(ctx, finding.project, async () => {
    if (!(await lockIfKept(ctx.em, finding))) return false;
    if (finding.status !== "accepted" || finding.acceptances !== acceptance) return false;
    applyTransition(ctx, finding, { to: "open", reason: "The acceptance has ended", until: null });
    return true;
  });
}
