import type { Actor } from "../actor.ts";
import { SCOPES, narrowScopes, scopesOfRole, type Scope } from "../users/user.rules.ts";
import type { SessionCaller } from "./session.queries.ts";

/** How long after signing in a browser may make changes that outlive its session. */
export const FRESH_MS = 10 * 60_000;

/** Whether a user must authenticate again. A time far in the future is from before the clock was set back, and says nothing. */
export function isSignInOld(authenticatedAt: Date | string | number | null, now: Date): boolean {
  if (authenticatedAt === null) return true;
  return Math.abs(now.getTime() - new Date(authenticatedAt).getTime()) > FRESH_MS;
}

/** What a caller presented to show a session. */
export interface SessionCredential {
  /** The user of the session or, if a client acts for itself, that client. */
  subject: string;
  /** Null if it is not limited: the console has all the scopes of the user. */
  scopes: readonly string[] | null;
  /** A browser, which someone else may be using. */
  isBrowser: boolean;
}

/**
 * The caller according to the current state of the session, its user and client: a role or scope in the
 * credential that they no longer have does not count. Null if the credential is about someone else.
 */
export function actorOfSession(found: SessionCaller, credential: SessionCredential, now: Date): Actor | null {
  const { userId, clientId, role, managerId, demoAllowed, clientScopes } = found;
  const { subject, scopes, isBrowser } = credential;
  if (subject !== userId && subject !== clientId) return null;
  const allowed = narrowScopes(scopesOfRole(role), clientScopes ?? SCOPES);
  return {
    id: userId,
    role,
    managerId,
    demoAllowed,
    scopes: narrowScopes(scopes ?? SCOPES, allowed) as Scope[],
    projectIds: null,
    apiKeyId: null,
    via: found.via ?? (clientId === null ? null : `oauth:${clientId}`),
    isClient: subject === clientId,
    isSignInOld: isBrowser && isSignInOld(found.authenticatedAt, now),
  };
}
