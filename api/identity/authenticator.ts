import type { Request } from "express";
import { refusedCredential } from "../../domain/audit-log/failed-authentication.ts";
import { readLiveCallers, type SessionCaller } from "../../domain/identity/session.queries.ts";
import { actorOfSession } from "../../domain/identity/session-actor.rules.ts";
import type { Role } from "../../domain/users/user.rules.ts";
import type { AccessClaims, TokenAudience } from "../../platform/crypto/access-token.ts";
import { invalid, invalidToken, unauthorized } from "../../platform/errors.ts";
import { createLookUp } from "../../platform/concurrency/create-look-up.ts";
import type { Authenticator, AuthenticatedCaller } from "../gateway/authenticator.ts";
import { originOf } from "../gateway/origin-of.ts";
import type { ConsoleCookies, ShownSession } from "./console-cookie.ts";
import { createKeyAuthenticator, type KeyAuthenticatorDeps } from "../api-keys/key-authenticator.ts";
import type { LastUses } from "./last-uses.ts";
import { perRequest } from "./per-request.ts";
import { requireOwnPage } from "./require-own-page.ts";
import type { SigningKeys } from "../../runtime/identity/signing-keys.ts";
import { createTokenVerifier } from "./token-verifier.ts";

interface AuthenticatorDeps extends KeyAuthenticatorDeps {
  keys: SigningKeys;
  tokens: TokenAudience;
  cookies: ConsoleCookies;
  sessionUses: LastUses;
  /** Origins of our own pages. */
  ownOrigins: readonly string[];
}

/** The claims of a token; for the console's cookie, only the session. */
type Shown = AccessClaims | ShownSession;

const isCookie = (shown: Shown): shown is ShownSession => "sessionId" in shown;
const sessionOf = (shown: Shown): string => (isCookie(shown) ? shown.sessionId : shown.sid);
const subjectOf = (shown: Shown): string => (isCookie(shown) ? shown.userId : shown.sub);
const scopesOf = (shown: Shown): readonly string[] | null =>
  isCookie(shown) ? null : shown.scope.split(" ");

const BEARER = /^bearer +([\w.~+/-]+=*)$/i;

const SCHEME = /^bearer\b/i;

const bearerOf = (request: Request): string | null =>
  BEARER.exec(request.get("authorization") ?? "")?.[1] ?? null;

/**
 * One of our credentials whose session has ended: it proves the user's identity, unless a client acted for
 * itself.
 */
function ended(shown: Shown, reason: string) {
  if (isCookie(shown)) {
    const { sessionId } = shown;
    const about = { subjectKind: "session", subjectId: sessionId, sessionId } as const;
    return refusedCredential({ credential: "console_session", reason }, about);
  }
  const { sub, sid, role, client_id: clientId } = shown;
  const actor = sub === clientId ? null : { id: sub, role: role as Role, apiKeyId: null, via: null };
  const about = { subjectKind: "session", subjectId: sid, actor, sessionId: sid } as const;
  return refusedCredential({ credential: "access_token", reason }, about);
}

/** Null if the session has ended. */
function callerOf(shown: Shown, found: SessionCaller | undefined, now: Date): AuthenticatedCaller | null {
  if (found === undefined) return null;
  const credential = { subject: subjectOf(shown), scopes: scopesOf(shown), isBrowser: isCookie(shown) };
  const actor = actorOfSession(found, credential, now);
  return actor && { actor, sessionId: found.sessionId };
}

/**
 * Two credentials may name two different callers, and choosing one of them invites confused-deputy attacks.
 */
function refuseBoth(request: Request): void {
  if (request.get("authorization") === undefined) return;
  throw invalid({ field: "X-API-Key", error: "send either X-API-Key or Authorization, not both" });
}

/**
 * Authenticates our bearer tokens, the console's cookie and API keys, and checks the session or key on every
 * request.
 */
export function createAuthenticator(deps: AuthenticatorDeps): Authenticator {
  const apiKeys = createKeyAuthenticator(deps);
  const verify = createTokenVerifier(deps);
  const findCaller = createLookUp((sessionIds) =>
    readLiveCallers(deps.orm.em.fork(), sessionIds, deps.clock.now()),
  );
  // Browsers send cookies automatically, so an explicit credential takes precedence.
  const readShown = async (request: Request): Promise<Shown | null> => {
    if (request.get("authorization") === undefined) return deps.cookies.read(request, deps.clock.now());
    const token = bearerOf(request);
    return token === null ? null : verify(token);
  };
  // A token that was valid when a request started remains valid for it, even if it expires during an upload.
  const shownIn = perRequest(readShown, { holds: "permanently" });
  const findAgain = async (request: Request): Promise<SessionCaller | undefined> => {
    const shown = await shownIn(request);
    return shown === null ? undefined : findCaller(sessionOf(shown));
  };
  const foundFor = perRequest(findAgain, { holds: "for now" });
  /** The token is missing, invalid or no longer valid. */
  const refuseNoToken = (request: Request): never => {
    if (!SCHEME.test(request.get("authorization") ?? ""))
      throw unauthorized("Send Authorization: Bearer <access token> or X-API-Key");
    const refusal = invalidToken("The access token is not valid or has expired");
    const shown = { credential: "access_token", reason: refusal.message } as const;
    deps.recordFailure(refusedCredential(shown, { subjectKind: "session" }), originOf(request));
    throw refusal;
  };
  const authenticateBy = async (
    request: Request,
    byKey: (request: Request) => Promise<AuthenticatedCaller>,
    bySession: typeof findAgain,
  ): Promise<AuthenticatedCaller> => {
    if (request.get("x-api-key") !== undefined) {
      refuseBoth(request);
      return byKey(request);
    }
    const shown = await shownIn(request);
    if (shown === null) return refuseNoToken(request);
    if (isCookie(shown)) requireOwnPage(request, deps.ownOrigins);
    const caller = callerOf(shown, await bySession(request), deps.clock.now());
    if (caller !== null) {
      deps.sessionUses.note(caller.sessionId);
      return caller;
    }
    const refusal = invalidToken("The session has ended: sign in again");
    deps.recordFailure(ended(shown, refusal.message), originOf(request));
    throw refusal;
  };
  return {
    // If the database is down, let the route report that instead of a rate-limit error.
    async subjectOf(request) {
      if (request.get("x-api-key") !== undefined) {
        const key = await apiKeys.find(request).catch(() => null);
        return key && { name: `key:${key.id}`, limits: key.restrictions.rateLimit };
      }
      const shown = await shownIn(request).catch(() => null);
      // Start the lookup while the request is being counted; the database needs about as long for both.
      foundFor(request).catch(() => undefined);
      return shown && { name: `subject:${subjectOf(shown)}` };
    },
    authenticate: (request) => authenticateBy(request, apiKeys.authenticate, foundFor),
    authenticateAgain: (request) => authenticateBy(request, apiKeys.authenticateAgain, findAgain),
  };
}
