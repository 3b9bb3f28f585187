import type { CryptoKey, JWTVerifyGetKey } from "jose";
import { LRUCache } from "lru-cache";
import {
  verifyAccessToken,
  type AccessClaims,
  type TokenAudience,
  type VerifiedToken,
} from "../../platform/crypto/access-token.ts";
import type { Clock } from "../../platform/clock.ts";

/** Number of cached tokens. A client sends the same token with every request for an hour. */
const MAX_TOKENS = 5_000;

interface VerifierDeps {
  keys: { find: JWTVerifyGetKey };
  tokens: TokenAudience;
  clock: Clock;
}

/**
 * Verifies access tokens, each once per reload of the signing keys: the same bytes under the same key always
 * give the same result. What can change is checked every time: whether the key is still valid, and the
 * expiry.
 */
export function createTokenVerifier(deps: VerifierDeps): (token: string) => Promise<AccessClaims | null> {
  const verified = new LRUCache<string, VerifiedToken>({ max: MAX_TOKENS });
  const counts = async ({ header, key, expiresAt }: VerifiedToken): Promise<boolean> => {
    if (expiresAt <= deps.clock.now().getTime()) return false;
    const now = await Promise.resolve(deps.keys.find(header, { payload: "", signature: "" })).catch(
      () => null,
    );
    return (now as CryptoKey | null) === key;
  };
  return async (token) => {
    const known = verified.get(token);
    if (known !== undefined && (await counts(known))) return known.claims;
    verified.delete(token);
    const found = await verifyAccessToken(token, deps.keys.find, deps.tokens, deps.clock.now());
    if (found === null) return null;
    verified.set(token, found);
    return found.claims;
  };
}
