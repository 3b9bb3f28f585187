import { forbidden } from "../../platform/errors.ts";
import { AccessDenied } from "../access/access-denied.ts";
import { decide } from "../access/decide.ts";
import type { CommandContext } from "../context.ts";
import { Control } from "../controls/control.entity.ts";
import type { Evidence } from "./evidence.entity.ts";
import { controlsRefusal, endRefusal } from "./evidence.rules.ts";
import { evidenceAccess } from "./evidence.access.ts";

/** The requested state of evidence. */
interface RequestedChange {
  /** Omitted if unchanged. */
  expiresAt: Date | null | undefined;
  /** The new controls; null if unchanged. */
  place: { control: Control; alsoControls: readonly string[] } | null;
}

async function refusalOf(
  { em }: CommandContext,
  evidence: Evidence,
  { expiresAt, place }: RequestedChange,
): Promise<string | null> {
  const { status, expiresAt: end = null, alsoControls } = evidence;
  if (place !== null) {
    const { number } = await em.findOneOrFail(Control, { id: evidence.control.id });
    const wanted = [place.control.number, ...place.alsoControls];
    const refusal = controlsRefusal({ status, controls: [number, ...alsoControls] }, wanted);
    if (refusal !== null) return refusal;
  }
  return expiresAt === undefined ? null : endRefusal({ status, expiresAt: end }, expiresAt);
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
  const decision = decide(ctx.actor, evidenceAccess["evidence.review"], evidence);
  if (decision.allowed) return;
  const refusal = await refusalOf(ctx, evidence, wanted);
  if (refusal !== null)
    throw forbidden(refusal, new AccessDenied(evidenceAccess["evidence.review"], decision, evidence.id));
}
