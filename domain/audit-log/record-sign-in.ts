import type { EntityManager } from "@mikro-orm/postgresql";
import type { Clock } from "../../platform/clock.ts";
import type { Origin } from "../context.ts";
import type { User } from "../users/user.entity.ts";
import type { SignInMethod } from "./failed-authentication.ts";
import { recordAccess } from "./record-access.ts";

interface Context {
  em: EntityManager;
  clock: Clock;
  origin?: Origin | undefined;
}

/** At the user and in the audit log. The new session is the credential; the sign-in pages open none yet. */
export function recordSignIn(
  { origin, ...ctx }: Context,
  user: User,
  { way, sessionId = "" }: { way: SignInMethod; sessionId?: string },
): Promise<void> {
  user.lastLogin = ctx.clock.now();
  const { id, role } = user;
  const from = origin === undefined ? undefined : { ...origin, sessionId };
  const context = { ...ctx, actor: { id, role, apiKeyId: null, via: null }, origin: from };
  const about = { subjectKind: "user", subjectId: id, projectId: null };
  return recordAccess(context, { action: "auth.signed_in", ...about, data: { way } });
}
