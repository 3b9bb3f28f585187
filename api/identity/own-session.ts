import { endSession } from "../../domain/identity/session-end.commands.ts";
import { findSession } from "../../domain/identity/session.queries.ts";
import type { Session } from "../../domain/identity/session.entity.ts";
import { forbidden } from "../../platform/errors.ts";
import type { RouteContext } from "../route.ts";

/** The caller's session; null for an API key, which has none. */
export const findOwnSession = (ctx: RouteContext): Promise<Session | null> =>
  ctx.sessionId === "" ? Promise.resolve(null) : findSession(ctx.em, ctx.sessionId);

export async function endOwnSession(ctx: RouteContext): Promise<void> {
  if (ctx.actor.apiKeyId !== null) throw forbidden("An API key has no session to end: revoke the key");
  const session = await findOwnSession(ctx);
  if (session !== null) await endSession(ctx, session, "signed_out");
}
