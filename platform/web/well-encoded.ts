import { isUtf8 } from "node:buffer";

const ENCODED = /(?:%[0-9a-f]{2})+/gi;

/** Whether what is percent-encoded in an address or a form is UTF-8; otherwise readers would each make something else of it. */
export const isWellEncoded = (text: string): boolean =>
  !text.includes("%") ||
  (text.match(ENCODED) ?? []).every((run) => isUtf8(Buffer.from(run.replaceAll("%", ""), "hex")));
