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

/** What an access token says (RFC 9068), beside issuer, audience and times. */
export interface AccessClaims {
  sub: string;
  /** Whose rights it has, also when a client acts for itself: who `/users/me` tells. */
  user_id?: string | undefined;
  /** Session the token belongs to; when that ends, so does the token. */
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

/** Signs a JWT of one hour. */
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
  /** Milliseconds from the epoch until which it is accepted. */
  expiresAt: number;
}

/** What a valid token says; null when it is forged, expired, or meant for somebody else. Other failures (keys out of reach) throw. */
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

/** Codes that tell of the keys or the way to them, and give no verdict on the token. */
const NOT_THE_TOKEN = new Set(["ERR_JWKS_TIMEOUT", "ERR_JWKS_INVALID", "ERR_JOSE_GENERIC"]);

const isTokenFault = (error: unknown): boolean =>
  error instanceof z.ZodError || (error instanceof errors.JOSEError && !NOT_THE_TOKEN.has(error.code));
