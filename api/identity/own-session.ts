import { findSession } from "../../domain/identity/session.queries.ts";
import type { Session } from "../../domain/identity/session.entity.ts";
import type { RouteContext } from "../route.ts";

/** The caller's session; null for an API key, which has none. */
export const findOwnSession = (ctx: RouteContext): Promise<Session | null> =>
  ctx.sessionId === "" ? Promise.resolve(null) : findSession(ctx.em, ctx.sessionId);
