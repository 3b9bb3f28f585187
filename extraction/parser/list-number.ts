/** Longer ones are written in digits. */
const MAX_LETTERS = 10;
const MAX_ROMAN = 3_999;
const ALPHABET = 26;

const ROMAN: readonly [number, string][] = [
  [1000, "m"],
  [900, "cm"],
  [500, "d"],
  [400, "cd"],
  [100, "c"],
  [90, "xc"],
  [50, "l"],
  [40, "xl"],
  [10, "x"],
  [9, "ix"],
  [5, "v"],
  [4, "iv"],
  [1, "i"],
];

function romanOf(number: number): string {
  if (number < 1 || number > MAX_ROMAN) return String(number);
  let [left, text] = [number, ""];
  for (const [value, digits] of ROMAN) for (; left >= value; left -= value) text += digits;
  return text;
}

/** Word continues after z with aa, bb, cc. */
function lettersOf(number: number): string {
  const count = Math.ceil(number / ALPHABET);
  if (number < 1 || count > MAX_LETTERS) return String(number);
  return String.fromCodePoint(97 + ((number - 1) % ALPHABET)).repeat(count);
}

function ordinalOf(number: number): string {
  const tens = number % 100;
  if (tens >= 11 && tens <= 13) return `${number}th`;
  return `${number}${["th", "st", "nd", "rd"][number % 10] ?? "th"}`;
}

const FORMATS: Readonly<Record<string, (number: number) => string>> = {
  none: () => "",
  decimalZero: (number) => String(number).padStart(2, "0"),
  lowerLetter: lettersOf,
  upperLetter: (number) => lettersOf(number).toUpperCase(),
  lowerRoman: romanOf,
  upperRoman: (number) => romanOf(number).toUpperCase(),
  ordinal: ordinalOf,
};

/** The number of a list in one of Word's formats; in digits in those of other scripts. */
export const listNumber = (number: number, format: string): string =>
  FORMATS[format]?.(number) ?? String(number);
