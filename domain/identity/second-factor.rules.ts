export const RECOVERY_CODE_COUNT = 10;
/** Without easily confused letters and digits (Crockford's base 32). */
export const RECOVERY_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** 120 bits: NIST SP 800-63B allows a fast hash for look-up secrets of at least 112 bits. */
export const RECOVERY_LENGTH = 24;
const GROUP = /.{6}(?=.)/g;

const MISREAD: Readonly<Record<string, string>> = { O: "0", I: "1", L: "1" };

/** `ABC123-...` in four groups of six. */
export const showRecoveryCode = (letters: string): string => letters.replaceAll(GROUP, "$&-");

/**
 * A typed code: of the authenticator app, or a recovery code. Some keyboards write wide digits, and some
 * programs replace hyphens by dashes.
 */
export function readCode(typed: string): { totp: string } | { recovery: string } {
  const code = typed
    .normalize("NFKC")
    .replaceAll(/[\s\p{Pd}]/gu, "")
    .toUpperCase();
  if (/^\d{6}$/.test(code)) return { totp: code };
  return { recovery: code.replaceAll(/[OIL]/g, (char) => MISREAD[char] ?? char) };
}

/** Consecutive wrong codes without a delay. */
const FREE_FAILURES = 5;
const FIRST_WAIT_SECONDS = 30;
const LONGEST_WAIT_SECONDS = 900;

/**
 * Seconds during which app codes are refused after `failures` consecutive wrong ones. Six digits could be
 * guessed without a delay. An attacker needs the password to get here, and recovery codes still work.
 */
export const waitAfter = (failures: number): number =>
  failures < FREE_FAILURES
    ? 0
    : Math.min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** (failures - FREE_FAILURES));
