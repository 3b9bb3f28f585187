import { forbidden } from "../../platform/errors.ts";
import { denialOf } from "../access/denial-of.ts";
import type { CommandContext } from "../context.ts";
import { Control } from "../controls/control.entity.ts";
import type { Evidence } from "./evidence.entity.ts";
import type { EvidenceDates } from "./evidence-dates.rules.ts";
import { controlsRefusal, coverageRefusal, endRefusal } from "./evidence.rules.ts";
import { evidenceAccess } from "./evidence.access.ts";

interface RequestedChange {
  before: EvidenceDates;
  after: EvidenceDates;
  /** The new controls; null if unchanged. */
  place: { control: Control; alsoControls: readonly string[] } | null;
}

async function refusalOf(
  { em }: CommandContext,
  evidence: Evidence,
  { before, after, place }: RequestedChange,
): Promise<string | null> {
  const { status, alsoControls } = evidence;
  if (place !== null) {
    const { number } = await em.findOneOrFail(Control, { id: evidence.control.id });
    const wanted = [place.control.number, ...place.alsoControls];
    const refusal = controlsRefusal({ status, controls: [number, ...alsoControls] }, wanted);
    if (refusal !== null) return refusal;
  }
  const current = { status, ...before };
  return endRefusal(current, after.expiresAt) ?? coverageRefusal(current, after);
}

/**
 * Approved evidence must not be made to prove more by a caller who may not review it: FORBIDDEN. Checked
 * under the lock, because it may have been approved since the access check.
 */
export async function protectApproval(
  ctx: CommandContext,
  evidence: Evidence,
  wanted: RequestedChange,
): Promise<void> {
  const cause = denialOf(ctx.actor, evidenceAccess["evidence.review"], evidence);
  if (cause === null) return;
  const refusal = await refusalOf(ctx, evidence, wanted);
  if (refusal !== null) throw forbidden(refusal, { cause });
}
