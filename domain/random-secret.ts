import { randomBytes, randomInt } from "node:crypto";

/** Random bytes, 256 bits by default, as text for addresses and headers. */
export const randomSecret = (bytes = 32): string => randomBytes(bytes).toString("base64url");

/** A random text of these letters, for codes that people type. */
export const randomLetters = (letters: string, length: number): string =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join("");
