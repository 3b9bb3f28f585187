import type { EntityManager } from "@mikro-orm/postgresql";
import type { Clock } from "../../platform/clock.ts";
import type { Origin } from "../context.ts";
import type { User } from "../users/user.entity.ts";
import { noteAccess } from "./note-audit.ts";

interface Context {
  em: EntityManager;
  clock: Clock;
  origin?: Origin | undefined;
}

type Way = "password" | "pages" | "identity_provider";

/** The session that was opened counts as the credential; the sign-in pages open none yet. */
export function noteSignIn(
  { origin, ...ctx }: Context,
  { id, role }: Pick<User, "id" | "role">,
  { way, sessionId = "" }: { way: Way; sessionId?: string },
): Promise<void> {
  const from = origin === undefined ? undefined : { ...origin, sessionId };
  const context = { ...ctx, actor: { id, role, apiKeyId: null, via: null }, origin: from };
  const about = { subjectKind: "user", subjectId: id, projectId: null };
  return noteAccess(context, { action: "auth.signed_in", ...about, data: { way } });
}

export interface FailedSignIn {
  way: Way;
  /** Who it was said to be (`emailHash`), because people type passwords here. */
  emailHash?: string;
  /** Who it was about, where that is known. */
  userId?: string;
  providerId?: string;
  /** What callers are told. */
  reason: string;
}

export function noteFailedSignIn(
  ctx: Context,
  { emailHash, userId, providerId, ...told }: FailedSignIn,
): Promise<void> {
  const hash = emailHash === undefined ? {} : { email_hash: emailHash };
  const provider = providerId === undefined ? {} : { provider_id: providerId };
  return noteAccess(
    { ...ctx, actor: null },
    {
      action: "auth.sign_in_failed",
      subjectKind: "user",
      subjectId: userId ?? null,
      projectId: null,
      data: { ...told, ...hash, ...provider },
    },
  );
}
