import type { EntityManager } from "@mikro-orm/postgresql";
import type { Clock } from "../../platform/clock.ts";
import { newId } from "../../platform/ids.ts";
import type { Actor } from "../actor.ts";
import type { Origin } from "../context.ts";
import { AuditIntake } from "./audit-intake.entity.ts";
import type { AccessKind } from "./audit.rules.ts";

/** Names and ids sent by callers may have any length. */
const LONGEST_ID = 200;

/** What the audit log stores of a caller. */
export type AuditedActor = Pick<Actor, "id" | "role" | "apiKeyId" | "via">;

interface Context {
  em: EntityManager;
  clock: Clock;
  actor: AuditedActor | null;
  origin?: Origin | undefined;
}

export interface AuditedAction {
  action: string;
  subjectKind: string;
  subjectId: string | null;
  projectId: string | null;
  data: Record<string, unknown>;
}

/** A row of the intake: the action and its actor. */
export const intakeRow = ({ clock, actor, origin }: Omit<Context, "em">, noted: AuditedAction) => ({
  ...noted,
  id: newId(),
  subjectId: noted.subjectId?.slice(0, LONGEST_ID) ?? null,
  occurredAt: clock.now(),
  // During a sign-in there is no caller yet.
  actorId: actor?.id || null,
  actorRole: actor?.id ? actor.role : null,
  credential: actor?.apiKeyId ?? actor?.via ?? (origin?.sessionId || null),
  address: origin?.address ?? null,
  requestId: origin?.requestId ?? null,
});

/** Records an access at once, in the transaction of `em` if there is one. `recordEvent` records changes. */
export async function recordAccess(
  ctx: Context,
  noted: AuditedAction & { action: AccessKind },
): Promise<void> {
  await ctx.em.insert(AuditIntake, intakeRow(ctx, noted));
}
