import {
  SignJWT,
  errors,
  jwtVerify,
  type CryptoKey,
  type JWTHeaderParameters,
  type JWTVerifyGetKey,
} from "jose";
import { z } from "zod";

export const ACCESS_TOKEN_SECONDS = 3600;
const ALGORITHM = "RS256";
const TYPE = "at+jwt";
const CLOCK_TOLERANCE_SECONDS = 5;

/** The claims of an access token (RFC 9068), without issuer, audience and times. */
export interface AccessClaims {
  sub: string;
  /**
   * The user whose rights the token has, even when a client acts for itself; `/users/me` returns this user.
   */
  user_id?: string | undefined;
  /** The session of the token, which ends with it. */
  sid: string;
  client_id: string;
  scope: string;
  role: string;
}

const Claims = z.object({
  sub: z.string().min(1),
  user_id: z.string().optional(),
  sid: z.string(),
  client_id: z.string(),
  scope: z.string(),
  role: z.string(),
});

export interface TokenAudience {
  issuer: string;
  audience: string;
}

/** Signs a JWT that expires after one hour. */
export function signAccessToken(
  key: { kid: string; privateKey: CryptoKey },
  to: TokenAudience,
  claims: AccessClaims,
  now: Date,
): Promise<string> {
  const { sub, ...rest } = claims;
  const issuedAt = Math.floor(now.getTime() / 1000);
  return new SignJWT(rest)
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: key.kid })
    .setSubject(sub)
    .setIssuer(to.issuer)
    .setAudience(to.audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ACCESS_TOKEN_SECONDS)
    .setJti(crypto.randomUUID())
    .sign(key.privateKey);
}

export interface VerifiedToken {
  claims: AccessClaims;
  header: JWTHeaderParameters;
  /** The key that signed it. */
  key: CryptoKey;
  /** Milliseconds since the epoch at which the token expires. */
  expiresAt: number;
}

/**
 * The claims of a valid token; null if it is forged, expired or for another audience. Other failures (keys
 * unavailable) throw.
 */
export async function verifyAccessToken(
  token: string,
  keys: JWTVerifyGetKey,
  to: TokenAudience,
  now = new Date(),
): Promise<VerifiedToken | null> {
  try {
    const options = {
      ...to,
      currentDate: now,
      algorithms: [ALGORITHM],
      typ: TYPE,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      requiredClaims: ["exp", "iat", "sub"],
    };
    const { payload, protectedHeader: header, key } = await jwtVerify(token, keys, options);
    const expiresAt = (payload.exp! + CLOCK_TOLERANCE_SECONDS) * 1_000;
    return { claims: Claims.parse(payload), header, key: key as CryptoKey, expiresAt };
  } catch (error) {
    if (isTokenFault(error)) return null;
    throw error;
  }
}

/** Error codes that concern the keys or their retrieval and say nothing about the token. */
const NOT_THE_TOKEN = new Set(["ERR_JWKS_TIMEOUT", "ERR_JWKS_INVALID", "ERR_JOSE_GENERIC"]);

const isTokenFault = (error: unknown): boolean =>
  error instanceof z.ZodError || (error instanceof errors.JOSEError && !NOT_THE_TOKEN.has(error.code));
