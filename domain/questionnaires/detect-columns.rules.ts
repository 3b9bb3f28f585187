import { beginningOf } from "../../platform/beginning-of.ts";
import {
  AFTER_ENTRY,
  ANSWERS,
  BEFORE_ENTRY,
  COMMENTS,
  CONTROLS,
  QUESTIONS,
  REQUIREMENTS,
} from "./heading-words.data.ts";

/** A sheet as displayed; columns count from 0, rows from 1. */
export interface QuestionSheet {
  name: string;
  rows: readonly {
    number: number;
    cells: readonly { column: number; text: string; hasFormula: boolean }[];
  }[];
}

export interface Columns {
  /** The header row; 0 if there is none. */
  headerRow: number;
  question: number;
  answer: number;
}

/** The caller's columns; omitted ones are detected. */
export interface RequestedColumns {
  question?: number | undefined;
  answer?: number | undefined;
}

/** Headers are near the top, and short. */
const HEADER_ROWS = 40;
const HEADER_CHARACTERS = 80;

/** As whole words; `\b` knows only the letters of English. */
const wordsOf = (words: string): RegExp => new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, "iu");

/** Most specific words first. */
const ANSWER_WORDS = [ANSWERS, COMMENTS].map(wordsOf);
const QUESTION_WORDS = [QUESTIONS, REQUIREMENTS, CONTROLS].map(wordsOf);

type Cells = QuestionSheet["rows"][number]["cells"];

/** The leftmost column whose header has the most specific of these words. */
function columnNamed(
  cells: Cells,
  words: readonly RegExp[],
  except: (text: string) => boolean,
): number | null {
  for (const word of words) {
    const found = cells.find(
      ({ text }) => text.length <= HEADER_CHARACTERS && word.test(text) && !except(text),
    );
    if (found !== undefined) return found.column;
  }
  return null;
}

const saysAnswer = (text: string): boolean => ANSWER_WORDS[0]!.test(text);

const ENTRIES = [ANSWERS, QUESTIONS, REQUIREMENTS, CONTROLS].join("|");

/** Its cells are about the entries, such as "Question ID", "Control no.", "Answer type", "Frage-Nr.". */
const ENDS_ABOUT = new RegExp(`(?:${ENTRIES})[\\s.-]+(?:(?:${AFTER_ENTRY})(?!\\p{L})|#)\\P{L}*$`, "iu");
/** The same, with the entry at the end, such as "N° de question", "ID de la pregunta". */
const STARTS_ABOUT = new RegExp(
  `^(?:${BEFORE_ENTRY})\\.?\\s+(?:(?:d[aeiou]s?|del|della|la|las|les|los|der|van)\\s+|(?:de\\s+)?l['’])*(?:${ENTRIES})\\P{L}*$`,
  "iu",
);
const isAboutEntries = (text: string): boolean => ENDS_ABOUT.test(text) || STARTS_ABOUT.test(text);

/** Such a column is chosen only if no other has the words. */
const nearestColumn = (cells: Cells, words: readonly RegExp[], except: (text: string) => boolean) =>
  columnNamed(cells, words, (text) => except(text) || isAboutEntries(text)) ??
  columnNamed(cells, words, except);

/** The columns of questions and answers: as given by the caller, or from the first row that names both. */
export function detectColumns(sheet: QuestionSheet, requested: RequestedColumns): Columns | null {
  for (const { number, cells } of sheet.rows.filter((row) => row.number <= HEADER_ROWS)) {
    const answer = nearestColumn(cells, ANSWER_WORDS, () => false);
    const question = nearestColumn(cells, QUESTION_WORDS, saysAnswer);
    const columns = { question: requested.question ?? question, answer: requested.answer ?? answer };
    const isHeader = question !== null || answer !== null;
    if (
      isHeader &&
      columns.question !== null &&
      columns.answer !== null &&
      columns.question !== columns.answer
    )
      return { headerRow: number, question: columns.question, answer: columns.answer };
  }
  const { question, answer } = requested;
  if (question === undefined || answer === undefined) return null;
  return { headerRow: 0, question, answer };
}

export interface SheetQuestion {
  row: number;
  text: string;
}

const MAX_CHARACTERS = 4_000;
const MAX_ROWS = 1_048_576;

/** A sheet's row numbers are unique and bounded; a file may claim otherwise. */
const isRow = (number: number, seen: Set<number>): boolean =>
  Number.isInteger(number) && number <= MAX_ROWS && !seen.has(number) && seen.add(number).size > 0;

/** The rows with questions. A formula in the answer's cell means that the sheet answers itself. */
export function questionsOf(sheet: QuestionSheet, { headerRow, question, answer }: Columns): SheetQuestion[] {
  const seen = new Set<number>();
  return sheet.rows.flatMap(({ number, cells }) => {
    const whole = cells.find(({ column }) => column === question)?.text ?? "";
    const text = beginningOf(whole, MAX_CHARACTERS).toWellFormed();
    const answersItself = cells.find(({ column }) => column === answer)?.hasFormula === true;
    return number > headerRow && isRow(number, seen) && /\p{L}{2}/u.test(text) && !answersItself
      ? [{ row: number, text }]
      : [];
  });
}

/** `B` is column 1. */
export const columnIndex = (letters: string): number =>
  Array.from(letters.toUpperCase()).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
