export const RECOVERY_CODE_COUNT = 10;
/** Without letters and digits that look alike (Crockford's base 32). */
export const RECOVERY_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** 120 bits: NIST SP 800-63B lets look-up secrets of 112 bits and more be kept under a fast hash. */
export const RECOVERY_LENGTH = 24;
const GROUP = /.{6}(?=.)/g;

const MISREAD: Readonly<Record<string, string>> = { O: "0", I: "1", L: "1" };

/** `ABC123-...` in four groups of six. */
export const showRecoveryCode = (letters: string): string => letters.replaceAll(GROUP, "$&-");

/** A code as a person typed it: of the authenticator app, or a recovery code. */
export function readCode(typed: string): { totp: string } | { recovery: string } {
  const code = typed.replaceAll(/[\s-]/g, "").toUpperCase();
  if (/^\d{6}$/.test(code)) return { totp: code };
  return { recovery: code.replaceAll(/[OIL]/g, (char) => MISREAD[char]!) };
}

/** Wrong codes in a row that cost nothing. */
const FREE_FAILURES = 5;
const FIRST_WAIT_SECONDS = 30;
const LONGEST_WAIT_SECONDS = 900;

/**
 * Seconds for which no code of the app is looked at after `failures` wrong ones in a row. Six digits can be guessed
 * where nothing slows the guessing; only somebody with the password gets here, and recovery codes work all the same.
 */
export const waitAfter = (failures: number): number =>
  failures < FREE_FAILURES
    ? 0
    : Math.min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** (failures - FREE_FAILURES));
