import { isUtf8 } from "node:buffer";

const ENCODED = /(?:%[0-9a-f]{2})+/gi;

/**
 * Whether the percent-encoded parts of a URL or form are UTF-8; otherwise parsers would decode them
 * differently.
 */
export const isWellEncoded = (text: string): boolean =>
  !text.includes("%") ||
  (text.match(ENCODED) ?? []).every((run) => isUtf8(Buffer.from(run.replaceAll("%", ""), "hex")));
