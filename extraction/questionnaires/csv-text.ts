import { WorkbookError } from "./workbook-parts.ts";

/** The encodings in which spreadsheet programs save CSV files. */
export type CsvEncoding = "utf-8" | "utf-16le" | "windows-1252";

export interface CsvText {
  text: string;
  encoding: CsvEncoding;
  hasMark: boolean;
}

const MARK = "\ufeff";
const [UTF16_MARK, UTF8_MARK] = [Buffer.from([0xff, 0xfe]), Buffer.from([0xef, 0xbb, 0xbf])] as const;
const startsWith = (file: Buffer, mark: Buffer): boolean => file.subarray(0, mark.length).equals(mark);

const decode = (file: Buffer, encoding: CsvEncoding): string =>
  new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(file);

/** Without a mark, bytes that are not UTF-8 are in the encoding of Windows in western Europe. */
function encodingOf(file: Buffer): CsvEncoding {
  if (startsWith(file, UTF16_MARK)) return "utf-16le";
  try {
    decode(file, "utf-8");
    return "utf-8";
  } catch {
    return "windows-1252";
  }
}

/** The text of a CSV file, and how to write it back. Throws WorkbookError for anything but text. */
export function decodeCsv(file: Buffer): CsvText {
  const encoding = encodingOf(file);
  const hasMark = encoding === "utf-16le" || startsWith(file, UTF8_MARK);
  let text: string;
  try {
    text = decode(file, encoding);
  } catch {
    throw new WorkbookError("it is not a CSV file: its text cannot be read");
  }
  if (text.includes("\0")) throw new WorkbookError("it is not a CSV file, but a binary one");
  return { text: hasMark ? text.slice(MARK.length) : text, encoding, hasMark };
}

const BYTES = Array.from({ length: 256 }, (_, byte) => byte);

/** The bytes of characters in windows-1252. */
const westernBytes = (): ReadonlyMap<string, number> =>
  new Map(BYTES.map((byte) => [new TextDecoder("windows-1252").decode(Uint8Array.of(byte)), byte]));

/** Null if a character does not exist in windows-1252. */
function encodeWestern(text: string): Buffer | null {
  const bytes = westernBytes();
  const encoded = Array.from(text, (character) => bytes.get(character));
  return encoded.includes(undefined) ? null : Buffer.from(encoded as number[]);
}

/**
 * In the encoding of the file. If it lacks a character of an answer, the whole file becomes UTF-8 with a mark,
 * by which programs recognise it: a question mark in place of the character would be a wrong answer.
 */
export function encodeCsv({ text, encoding, hasMark }: CsvText): Buffer {
  const marked = Buffer.from(MARK + text, encoding === "utf-16le" ? "utf16le" : "utf8");
  if (encoding === "windows-1252") return encodeWestern(text) ?? marked;
  return hasMark ? marked : Buffer.from(text);
}
