import { createRemoteJWKSet, type JWTVerifyGetKey } from "jose";
import { z } from "zod";
import { verifyAccessToken } from "../../platform/crypto/access-token.ts";
import { invalidToken, unauthorized, unavailable } from "../../platform/errors.ts";

const JWKS = {
  timeoutDuration: 2_000,
  /**
   * A token with an unknown kid reloads the keys, but at most this often: forged ones must not cost a request
   * each.
   */
  cooldownDuration: 1_000,
  /** How soon a withdrawn key is dropped; until then, the backend refuses its tokens in the access check. */
  cacheMaxAge: 30_000,
};

export const Role = z.enum(["customer", "auditor", "manager", "admin"]);

export interface SearchCaller {
  userId: string;
  role: z.infer<typeof Role>;
  /** The headers with the credential, for the backend. */
  credentials: Readonly<Record<string, string>>;
}

export type VerifyToken = (authorization: string | undefined) => Promise<SearchCaller>;

/**
 * Verifies access tokens with the backend's published keys. It does so itself: a header set by a proxy proves
 * nothing. Throws UNAUTHORIZED for an invalid token, SERVICE_UNAVAILABLE if the keys are unavailable.
 */
export function createVerifyToken(options: {
  backendUrl: string;
  issuer: string;
  audience: string;
}): VerifyToken {
  const { backendUrl, issuer, audience } = options;
  const jwks = new URL("/.well-known/jwks.json", backendUrl);
  const keys: JWTVerifyGetKey = createRemoteJWKSet(jwks, JWKS);
  return async (authorization) => {
    const [, shown] = /^Bearer\b(.*)$/i.exec(authorization ?? "") ?? [];
    if (authorization === undefined || shown === undefined) throw unauthorized();
    const token = /^ ([\w.~+/-]+=*)$/.exec(shown)?.[1];
    if (token === undefined) throw invalidToken("The access token is not valid");
    const verified = await verifyAccessToken(token, keys, { issuer, audience }).catch((error: unknown) => {
      throw unavailable("Access tokens cannot be verified now: try again shortly", { cause: error });
    });
    const role = Role.safeParse(verified?.claims.role);
    if (verified === null || !role.success) throw invalidToken("The access token is not valid");
    const { sub, user_id: userId = sub } = verified.claims;
    return { userId, role: role.data, credentials: { authorization } };
  };
}
