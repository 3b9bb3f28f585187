import type { EntityManager } from "@mikro-orm/postgresql";
import { secretHash } from "./secret-hash.ts";
import { RefreshToken, Session } from "./session.entity.ts";

const WITH = ["user", "client"] as const;

/** The session of an access token's `sid`. */
export const findSession = (em: EntityManager, id: string): Promise<Session | null> =>
  em.findOne(Session, { id }, { populate: WITH });

/** The session a refresh token belongs to, and whether the token is still the one to use. */
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
