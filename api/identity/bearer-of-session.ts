import type { RequestHandler } from "express";
import { signAccessToken, type TokenAudience } from "../../platform/crypto/access-token.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Authenticator } from "../gateway/authenticator.ts";
import type { ConsoleCookies } from "./console-cookie.ts";
import type { SigningKeys } from "../../runtime/identity/signing-keys.ts";

interface BearerDeps {
  authenticator: Authenticator;
  cookies: ConsoleCookies;
  keys: Pick<SigningKeys, "current">;
  tokens: TokenAudience;
  clock: Clock;
}

/**
 * For internal services that accept only tokens: replaces the console's cookie with a token for its session,
 * which browsers never see. The caller is authenticated as for any other route.
 */
export const bearerOfSession =
  ({ authenticator, cookies, keys, tokens, clock }: BearerDeps): RequestHandler =>
  async (request, _response, next) => {
    const says = request.get("authorization") ?? request.get("x-api-key");
    if (says === undefined && cookies.read(request, clock.now()) !== null) {
      const { actor, sessionId } = await authenticator.authenticate(request);
      const about = { sub: actor.id, user_id: actor.id, sid: sessionId, role: actor.role };
      const claims = { ...about, client_id: "console", scope: actor.scopes.join(" ") };
      const token = await signAccessToken(await keys.current(), tokens, claims, clock.now());
      request.headers.authorization = `Bearer ${token}`;
    }
    // Only this process may read it.
    delete request.headers.cookie;
    next();
  };
