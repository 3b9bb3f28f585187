import { forbidden } from "../../platform/errors.ts";
import { AccessDenied } from "../access/access-denied.ts";
import { decide } from "../access/decide.ts";
import type { CommandContext } from "../context.ts";
import type { Evidence } from "./evidence.entity.ts";
import { endRefusal } from "./evidence.rules.ts";

/** What evidence is to say; what is left out stays. */
interface Wanted {
  expiresAt?: Date | null | undefined;
}

/**
 * What a reviewer accepted does not come to say more by a caller who may not review it: FORBIDDEN. Asked under the lock,
 * because it may have been approved since the caller was allowed to change it.
 */
export function keepApproval({ actor }: CommandContext, evidence: Evidence, { expiresAt }: Wanted): void {
  const decision = decide(actor, "evidence.review", evidence);
  if (decision.allowed) return;
  const { status, expiresAt: end = null } = evidence;
  const refusal = expiresAt === undefined ? null : endRefusal({ status, expiresAt: end }, expiresAt);
  if (refusal !== null) throw forbidden(refusal, new AccessDenied("evidence.review", decision, evidence.id));
}
