import { Secret, TOTP } from "otpauth";
import { open, seal } from "./crypto.ts";

/** The name that authenticator apps show beside the account. */
const ISSUER = "Compliance";
const PERIOD_SECONDS = 30;
/** 160 bits, the length of the HMAC (RFC 4226, 4). */
const SECRET_BYTES = 20;
/** The library throws on other digits than those of ASCII. */
const CODE = /^\d{6}$/;
/** The tolerated clock skew in steps (RFC 6238, 5.2). */
const WINDOW = 1;

interface Account {
  id: string;
  email: string;
}

export const totpContext = (accountId: string): string => `totp:${accountId}`;

/**
 * One-time codes as in RFC 6238: six digits, thirty seconds, and SHA-1, because all authenticator apps use
 * it.
 */
export function createTotp(encryptionKey: Buffer) {
  const codesOf = (account: Account, secret: Secret): TOTP =>
    new TOTP({ issuer: ISSUER, label: account.email, secret, period: PERIOD_SECONDS });
  return {
    /** A new secret: in plain text to show once, and encrypted for the database, bound to the account. */
    create(account: Account) {
      const secret = new Secret({ size: SECRET_BYTES });
      const sealed = seal(encryptionKey, secret.base32, totpContext(account.id));
      return { secret: secret.base32, uri: codesOf(account, secret).toString(), sealed };
    },
    /** The time step (30 s units since 1970) of a code, at most one from `at`; null for a wrong code. */
    stepOf(account: Account, sealed: string, code: string, at: Date): number | null {
      if (!CODE.test(code)) return null;
      const secret = Secret.fromBase32(open(encryptionKey, sealed, totpContext(account.id)));
      const timestamp = at.getTime();
      const delta = codesOf(account, secret).validate({ token: code, timestamp, window: WINDOW });
      return delta === null ? null : TOTP.counter({ period: PERIOD_SECONDS, timestamp }) + delta;
    },
  };
}
