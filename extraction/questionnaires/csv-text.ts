import { decodeAs, encodingOf, type CsvEncoding } from "./csv-encoding.ts";
import { WorkbookError } from "./workbook-parts.ts";

export interface CsvText {
  text: string;
  encoding: CsvEncoding;
  hasMark: boolean;
}

const MARK = "\ufeff";

/** The text of a CSV file, and how to write it back. Throws WorkbookError for anything but text. */
export function decodeCsv(file: Buffer): CsvText {
  const encoding = encodingOf(file);
  const text = encoding === null ? null : decodeAs(file, encoding);
  if (text?.includes("\0") ?? file.includes(0))
    throw new WorkbookError("it is not a CSV file, but a binary one: save it as CSV and try again");
  if (encoding === null || text === null)
    throw new WorkbookError(
      "its text cannot be read, because the encoding is unknown: save it as CSV in UTF-8 and try again",
    );
  const hasMark = text.startsWith(MARK);
  return { text: hasMark ? text.slice(MARK.length) : text, encoding, hasMark };
}

const BYTES = Array.from({ length: 256 }, (_, byte) => byte);

/** The characters that one byte stands for. */
const bytesIn = (encoding: CsvEncoding): ReadonlyMap<string, number> =>
  new Map(BYTES.map((byte) => [new TextDecoder(encoding).decode(Uint8Array.of(byte)), byte]));

/** Null if a character does not exist in the encoding, or needs several bytes. */
function encodeBytes(text: string, encoding: CsvEncoding): Buffer | null {
  const bytes = bytesIn(encoding);
  const encoded = Array.from(text, (character) => bytes.get(character));
  return encoded.includes(undefined) ? null : Buffer.from(encoded as number[]);
}

/**
 * In the encoding of the file. If it lacks a character of an answer, or has characters of several bytes without being
 * Unicode, the whole file becomes UTF-8 with a mark, by which programs recognise it: a question mark in place of the
 * character would be a wrong answer.
 */
export function encodeCsv({ text, encoding, hasMark }: CsvText): Buffer {
  const [whole, marked] = [hasMark ? MARK + text : text, Buffer.from(MARK + text)];
  switch (encoding) {
    case "utf-8":
      return Buffer.from(whole);
    case "utf-16le":
      return Buffer.from(whole, "utf16le");
    case "utf-16be":
      return Buffer.from(whole, "utf16le").swap16();
    default:
      return encodeBytes(text, encoding) ?? marked;
  }
}
