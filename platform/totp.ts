import { Secret, TOTP } from "otpauth";
import { open, seal } from "./crypto.ts";

/** What authenticator apps show beside the account. */
const ISSUER = "Compliance";
const PERIOD_SECONDS = 30;
/** 160 bits, the length of the HMAC (RFC 4226, 4). */
const SECRET_BYTES = 20;
/** How many steps a clock may be off (RFC 6238, 5.2). */
const WINDOW = 1;

interface Account {
  id: string;
  email: string;
}

export const totpContext = (accountId: string): string => `totp:${accountId}`;

/** One-time codes by RFC 6238: six digits, thirty seconds, SHA-1, because that is what every authenticator app does. */
export function createTotp(encryptionKey: Buffer) {
  const codesOf = (account: Account, secret: Secret): TOTP =>
    new TOTP({ issuer: ISSUER, label: account.email, secret, period: PERIOD_SECONDS });
  return {
    /** A new secret: for the user to see once, and sealed for the database, bound to the account. */
    create(account: Account) {
      const secret = new Secret({ size: SECRET_BYTES });
      const sealed = seal(encryptionKey, secret.base32, totpContext(account.id));
      return { secret: secret.base32, uri: codesOf(account, secret).toString(), sealed };
    },
    /** The step (in units of 30 s since 1970) that a code belongs to, at most one away from `at`; null for a wrong code. */
    stepOf(account: Account, sealed: string, code: string, at: Date): number | null {
      const secret = Secret.fromBase32(open(encryptionKey, sealed, totpContext(account.id)));
      const timestamp = at.getTime();
      const delta = codesOf(account, secret).validate({ token: code, timestamp, window: WINDOW });
      return delta === null ? null : TOTP.counter({ period: PERIOD_SECONDS, timestamp }) + delta;
    },
  };
}
