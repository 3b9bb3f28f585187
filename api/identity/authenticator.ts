import type { Request } from "express";
import { refusedCredential } from "../../domain/audit/failed-authentication.ts";
import { findLiveCallers, type SessionCaller } from "../../domain/identity/session.queries.ts";
import { narrowScopes } from "../../domain/identity/oauth-client.rules.ts";
import { SCOPES, scopesOfRole, type Role, type Scope } from "../../domain/users/user.rules.ts";
import type { AccessClaims, TokenAudience } from "../../platform/access-token.ts";
import { invalid, invalidToken, unauthorized } from "../../platform/errors.ts";
import { gather } from "../../platform/gather.ts";
import type { Authenticator, Caller } from "../gateway/authenticator.ts";
import { originOf } from "../gateway/origin-of.ts";
import type { ConsoleCookies, ShownSession } from "./console-cookie.ts";
import { createKeyAuthenticator, type KeyAuthenticatorDeps } from "./key-authenticator.ts";
import { perRequest } from "./per-request.ts";
import { requireOwnPage } from "./require-own-page.ts";
import type { SigningKeys } from "./signing-keys.ts";
import { createTokenVerifier } from "./token-verifier.ts";

interface AuthenticatorDeps extends KeyAuthenticatorDeps {
  keys: SigningKeys;
  tokens: TokenAudience;
  cookies: ConsoleCookies;
  /** Of our own pages. */
  ownOrigins: readonly string[];
}

/** What a token says; of the console's cookie only which session it is. */
type Shown = AccessClaims | ShownSession;

const isCookie = (shown: Shown): shown is ShownSession => "sessionId" in shown;
const sessionOf = (shown: Shown): string => (isCookie(shown) ? shown.sessionId : shown.sid);
const subjectOf = (shown: Shown): string => (isCookie(shown) ? shown.userId : shown.sub);
/** The console may do whatever the person may. */
const scopesOf = (shown: Shown): readonly string[] => (isCookie(shown) ? SCOPES : shown.scope.split(" "));

const BEARER = /^bearer +([\w.~+/-]+=*)$/i;

const SCHEME = /^bearer\b/i;

/** How long a browser's sign-in counts for what would outlive its session. */
const FRESH_MS = 10 * 60_000;

const bearerOf = (request: Request): string | null =>
  BEARER.exec(request.get("authorization") ?? "")?.[1] ?? null;

/** A token is about the user of its session, or, when a client acts for itself, about that client. */
const isAbout = ({ userId, clientId }: SessionCaller, subject: string): boolean =>
  subject === userId || subject === clientId;

/** A credential of ours whose session is over: whose it was is proven, unless a client acted for itself. */
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

/**
 * The caller as the database has them now: a role or scope the token had and the user or the client lost does not count.
 * Null when the session has ended.
 */
function callerOf(shown: Shown, found: SessionCaller | undefined, now: Date): Caller | null {
  if (found === undefined || !isAbout(found, subjectOf(shown))) return null;
  const { role, managerId, demoAllowed, clientId, clientScopes } = found;
  const allowed = narrowScopes(scopesOfRole(role), clientScopes ?? SCOPES);
  const scopes = narrowScopes(scopesOf(shown), allowed) as Scope[];
  const via = found.via ?? (clientId === null ? null : `oauth:${clientId}`);
  const isClient = subjectOf(shown) === clientId;
  const age = now.getTime() - new Date(found.beganAt).getTime();
  const isSignInOld = isCookie(shown) && age > FRESH_MS;
  const credential = { scopes, projectIds: null, apiKeyId: null, via, isClient, isSignInOld };
  return {
    actor: { id: found.userId, role, managerId, demoAllowed, ...credential },
    sessionId: found.sessionId,
  };
}

/** Two credentials say two things about who asks; guessing which one is meant is how confused deputies are made. */
function refuseBoth(request: Request): void {
  if (request.get("authorization") === undefined) return;
  throw invalid({ field: "X-API-Key", error: "send either X-API-Key or Authorization, not both" });
}

/** Bearer tokens of our own issue, the console's cookie and API keys, checked against the live session or key on every request. */
export function createAuthenticator(deps: AuthenticatorDeps): Authenticator {
  const apiKeys = createKeyAuthenticator(deps);
  const verify = createTokenVerifier(deps);
  const findCaller = gather((sessionIds) =>
    findLiveCallers(deps.orm.em.fork(), sessionIds, deps.clock.now()),
  );
  // A cookie comes by itself: who says more than that means what they say.
  const readShown = async (request: Request): Promise<Shown | null> => {
    if (request.get("authorization") === undefined) return deps.cookies.read(request);
    const token = bearerOf(request);
    return token === null ? null : verify(token);
  };
  // A token that expires while a file is sent with it was good when that began.
  const shownIn = perRequest(readShown, { holds: "for good" });
  const findAnew = async (request: Request): Promise<SessionCaller | undefined> => {
    const shown = await shownIn(request);
    return shown === null ? undefined : findCaller(sessionOf(shown));
  };
  const foundFor = perRequest(findAnew, { holds: "for the moment" });
  /** There is none, or it is not one of ours, or no more. */
  const refuseNoToken = (request: Request): never => {
    if (!SCHEME.test(request.get("authorization") ?? ""))
      throw unauthorized("Send Authorization: Bearer <access token> or X-API-Key");
    const refusal = invalidToken("The access token is not valid or has expired");
    const shown = { credential: "access_token", reason: refusal.message } as const;
    deps.noteFailure(refusedCredential(shown, { subjectKind: "session" }), originOf(request));
    throw refusal;
  };
  const authenticateBy = async (
    request: Request,
    byKey: (request: Request) => Promise<Caller>,
    bySession: typeof findAnew,
  ): Promise<Caller> => {
    if (request.get("x-api-key") !== undefined) {
      refuseBoth(request);
      return byKey(request);
    }
    const shown = await shownIn(request);
    if (shown === null) return refuseNoToken(request);
    if (isCookie(shown)) requireOwnPage(request, deps.ownOrigins);
    const caller = callerOf(shown, await bySession(request), deps.clock.now());
    if (caller !== null) return caller;
    const refusal = invalidToken("The session has ended: sign in again");
    deps.noteFailure(ended(shown, refusal.message), originOf(request));
    throw refusal;
  };
  return {
    // The database being away must not hide behind a rate-limit answer: the route itself will say so.
    async subjectOf(request) {
      if (request.get("x-api-key") !== undefined) {
        const key = await apiKeys.find(request).catch(() => null);
        return key && { name: `key:${key.id}`, limits: key.restrictions.rateLimit };
      }
      const shown = await shownIn(request).catch(() => null);
      // Looked up while the request is being counted, which takes the database as long.
      foundFor(request).catch(() => undefined);
      return shown && { name: `subject:${subjectOf(shown)}` };
    },
    authenticate: (request) => authenticateBy(request, apiKeys.authenticate, foundFor),
    authenticateAnew: (request) => authenticateBy(request, apiKeys.authenticateAnew, findAnew),
  };
}
