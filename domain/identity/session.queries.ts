import type { EntityManager } from "@mikro-orm/postgresql";
import { queryRows } from "../../platform/database/query-rows.ts";
import type { Role } from "../users/user.rules.ts";
import { secretHash } from "../secret-hash.ts";
import { RefreshToken, Session } from "./session.entity.ts";

const WITH = ["user", "client"] as const;

/** The session of an access token's `sid`. */
export const findSession = (em: EntityManager, id: string): Promise<Session | null> =>
  em.findOne(Session, { id }, { populate: WITH });

/** The current state of a token's session, user and client, for a request. */
export interface SessionCaller {
  sessionId: string;
  userId: string;
  clientId: string | null;
  /** The scopes of the client; null for our own sign-in. */
  clientScopes: string[] | null;
  role: Role;
  managerId: string | null;
  demoAllowed: boolean;
  /** Null if it is not known. */
  authenticatedAt: Date | null;
  /** The chat that acts for the user; null for users themselves and for clients. */
  via: string | null;
}

/** The ids are an inner query, because PostgreSQL would plan again for every array, longer than it reads. */
const LIVE_CALLERS = `select s.id as "sessionId", s.authenticated_at as "authenticatedAt", s.user_id as "userId", s.client_id as "clientId",
    c.scopes as "clientScopes", u.role, u.manager_id as "managerId", u.demo_allowed as "demoAllowed", s.via
  from sessions s join users u on u.id = s.user_id left join oauth_clients c on c.id = s.client_id
  where s.id = any(array(select unnest($1::uuid[]))) and s.revoked_at is null and s.expires_at > $2 and u.active`;

/**
 * The callers of those sessions that are active, by session. Handwritten SQL, because every request runs it.
 */
export async function readLiveCallers(
  em: EntityManager,
  sessionIds: readonly string[],
  now: Date,
): Promise<Map<string, SessionCaller>> {
  const parameters = [sessionIds, now.toISOString()];
  const callers = await queryRows<SessionCaller>(em, { sql: LIVE_CALLERS, parameters });
  return new Map(callers.map((caller) => [caller.sessionId, caller]));
}

/** The session of a refresh token, and whether the token is the current one. */
export async function findRefreshTokenSession(
  em: EntityManager,
  token: string,
): Promise<{ session: Session; isUnused: boolean } | null> {
  const row = await em.findOne(
    RefreshToken,
    { hash: secretHash(token) },
    { populate: ["session.user", "session.client"] },
  );
  return row === null ? null : { session: row.session, isUnused: !row.usedAt };
}
