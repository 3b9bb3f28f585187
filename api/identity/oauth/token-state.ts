import { decodeJwt, type JWTPayload } from "jose";
import type { OauthClient } from "../../../domain/identity/oauth-client.entity.ts";
import { endSession } from "../../../domain/identity/session-end.commands.ts";
import { findRefreshTokenSession, findSession } from "../../../domain/identity/session.queries.ts";
import type { Session } from "../../../domain/identity/session.entity.ts";
import { grantableScopes } from "../../../domain/identity/oauth-client.rules.ts";
import { verifyAccessToken } from "../../../platform/crypto/access-token.ts";
import type { RouteContext } from "../../route.ts";
import { OauthError } from "./oauth-error.ts";
import type { OauthDeps } from "./token-request.ts";

interface KnownToken {
  session: Session;
  scopes: readonly string[];
  /** Set only for an access token. */
  claims: JWTPayload | null;
  /** Whether the token itself is valid; the session decides the rest. */
  isUsable: boolean;
}

/** The session of one of our tokens of any type; null for anything else. The type hint is not needed. */
async function findToken(ctx: RouteContext, deps: OauthDeps, token: string): Promise<KnownToken | null> {
  const verified = await verifyAccessToken(token, deps.keys.find, deps.tokens, ctx.clock.now());
  if (verified !== null) {
    const session = await findSession(ctx.em, verified.claims.sid);
    const scopes = verified.claims.scope.split(" ");
    return session === null ? null : { session, scopes, claims: decodeJwt(token), isUsable: true };
  }
  const found = await findRefreshTokenSession(ctx.em, token);
  if (found === null) return null;
  const { session, isUnused } = found;
  return { session, scopes: session.scopes, claims: null, isUsable: isUnused };
}

/**
 * Ends the session of a token, which revokes the whole family. Unknown tokens need no action (RFC 7009, 2.2).
 */
export async function revokeToken(
  ctx: RouteContext,
  deps: OauthDeps,
  client: OauthClient,
  token: string,
): Promise<void> {
  const known = await findToken(ctx, deps, token);
  if (known === null) return;
  if (known.session.client?.id !== client.id)
    throw new OauthError("invalid_request", "The token was not issued to this client");
  await endSession({ ...ctx, actor: null }, known.session, "revoked");
}

export type Introspection = Record<string, unknown> & { active: boolean };

/**
 * The current state of a token. Clients can introspect only their own tokens; all others are reported as
 * inactive.
 */
export async function introspectToken(
  ctx: RouteContext,
  deps: OauthDeps,
  client: OauthClient,
  token: string,
): Promise<Introspection> {
  if (client.type === "public")
    throw new OauthError("invalid_client", "Introspection requires a client with a secret");
  const known = await findToken(ctx, deps, token);
  if (known === null || known.session.client?.id !== client.id) return { active: false };
  const { session, scopes, claims, isUsable } = known;
  if (!isUsable || !session.isLive(ctx.clock.now()) || !session.user.active) return { active: false };
  const { issuer: iss, audience: aud } = deps.tokens;
  return {
    active: true,
    scope: grantableScopes(scopes, client, session.user).join(" "),
    client_id: client.id,
    username: session.user.email,
    sub: session.user.id,
    iss,
    ...(claims === null
      ? { exp: Math.floor(session.expiresAt.getTime() / 1_000) }
      : { token_type: "Bearer", aud, sub: claims.sub, exp: claims.exp, iat: claims.iat, jti: claims.jti }),
  };
}
