/** Consonants that are hard to confuse and spell no words (RFC 8628, 6.1); 20^8 codes. */
export const USER_CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ";
export const USER_CODE_LENGTH = 8;

/** A typed code, in any case and width and with any separators; null if it cannot be one. */
export function readUserCode(typed: string): string | null {
  const letters = typed
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[^A-Z]/g, "");
  return letters.length === USER_CODE_LENGTH ? letters : null;
}

/** A code for display: WDJB-MJHT. */
export const showUserCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;
