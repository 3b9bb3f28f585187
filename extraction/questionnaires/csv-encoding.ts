/** The encodings in which spreadsheet programs save CSV files. */
export type CsvEncoding =
  | "utf-8"
  | "utf-16le"
  | "utf-16be"
  | "windows-1252"
  | "windows-1251"
  | "koi8-r"
  | "shift_jis"
  | "gb18030";

const UTF16_MARKS = [
  ["utf-16le", Buffer.from([0xff, 0xfe])],
  ["utf-16be", Buffer.from([0xfe, 0xff])],
] as const;

/** What follows holds for the characters beyond ASCII, which are few in some files. */
const [MOST, SOME, FEW] = [0.8, 0.3, 0.1];
const BEYOND_ASCII = /[^\0-\x7f]/g;
const KANA = /[\u3041-\u30fe]/g;
/** The characters of the standard from C9A1 on, which Korean in its own encoding hardly has. */
const LATER_HANZI = /^[\xc9-\xd7][\xa1-\xfe]/;
const HANZI_OR_SIGN = /^[\xa1-\xa3\xb0-\xd7][\xa1-\xfe]/;
const PAIR = /[\x81-\xfe][\x40-\xfe]/g;
const CYRILLIC = /[А-яЁё]/g;
const CYRILLIC_WORD = /[А-яЁё]+/g;
/** Capital letters begin words: in the other encoding of Russian, small and capital ones are exchanged. */
const USUAL_WORD = /^[А-ЯЁ]?[а-яё]*$/;
const FREQUENT_CYRILLIC = /[оеаинт]/gi;
/** Letters with accents stand alone. */
const RUN = /[\x80-\xff]{3,}/g;

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

const lengthOf = (text: string, pattern: RegExp): number => (text.match(pattern) ?? []).join("").length;

/** Null if the bytes are no text in this encoding. */
export function decodeAs(file: Buffer, encoding: CsvEncoding): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(file);
  } catch {
    return null;
  }
}

/** Of characters below U+0100, such as delimiters and line ends, one byte is zero: always the first or the second. */
function utf16Of(file: Buffer): CsvEncoding | null {
  const zeros = [0, 0];
  for (const [n, byte] of file.entries()) if (byte === 0) zeros[n % 2] = (zeros[n % 2] ?? 0) + 1;
  const [first = 0, second = 0] = zeros;
  if (file.length % 2 !== 0 || (first > 0 && second > 0)) return null;
  return first > 0 ? "utf-16be" : "utf-16le";
}

function isJapanese(file: Buffer): boolean {
  const text = decodeAs(file, "shift_jis");
  return text !== null && countOf(text, KANA) >= SOME * countOf(text, BEYOND_ASCII);
}

function isChinese(file: Buffer, bytes: string): boolean {
  const text = decodeAs(file, "gb18030");
  if (text === null) return false;
  const all = countOf(text, BEYOND_ASCII);
  const pairs = bytes.match(PAIR) ?? [];
  const countIn = (range: RegExp): number => pairs.filter((pair) => range.test(pair)).length;
  return (
    countOf(text, KANA) === 0 && countIn(HANZI_OR_SIGN) >= MOST * all && countIn(LATER_HANZI) >= FEW * all
  );
}

function isRussian(file: Buffer, encoding: CsvEncoding): boolean {
  const text = decodeAs(file, encoding) ?? "";
  const [words, letters] = [text.match(CYRILLIC_WORD) ?? [], countOf(text, CYRILLIC)];
  return (
    letters >= MOST * countOf(text, BEYOND_ASCII) &&
    words.filter((word) => USUAL_WORD.test(word)).length >= MOST * words.length &&
    countOf(text, FREQUENT_CYRILLIC) >= SOME * letters
  );
}

/** The encoding of a text; null if it cannot be known, or if the file is no text. */
export function encodingOf(file: Buffer): CsvEncoding | null {
  const marked = UTF16_MARKS.find(([, mark]) => file.subarray(0, mark.length).equals(mark));
  if (marked !== undefined) return marked[0];
  if (file.includes(0)) return utf16Of(file);
  if (decodeAs(file, "utf-8") !== null) return "utf-8";
  const bytes = file.toString("latin1");
  if (isJapanese(file)) return "shift_jis";
  // Those of western Europe have a few letters beyond ASCII, and none beside each other.
  if (lengthOf(bytes, RUN) < SOME * countOf(bytes, /[\x80-\xff]/g)) return "windows-1252";
  if (isChinese(file, bytes)) return "gb18030";
  const [russian, ...others] = (["windows-1251", "koi8-r"] as const).filter((one) => isRussian(file, one));
  return others.length === 0 ? (russian ?? null) : null;
}
