import { storableText } from "../../domain/storable-text.rules.ts";
import { FORMULA_CHARACTERS } from "../../platform/documents/formula-characters.ts";
import { applyEdits, type Edit } from "./apply-edits.ts";
import { decodeCsv, encodeCsv } from "./csv-text.ts";
import type { SheetCells } from "./read-workbook.ts";
import { delimiterOf, scanCsv, type Delimiter, type ScannedRecord } from "./scan-csv.ts";
import type { AnswerCells } from "./write-answers.ts";
import { lastOf } from "../../domain/last-of.rules.ts";

/** The name of its only sheet. */
const SHEET = "CSV";

/** A CSV file as a workbook with one sheet; rows count as a spreadsheet shows them. */
export function readCsvSheet(file: Buffer): SheetCells[] {
  const { text } = decodeCsv(file);
  const rows = scanCsv(text, delimiterOf(text)).map((record, n) => ({
    number: n + 1,
    cells: record.map((field, column) => ({
      column,
      text: storableText(field.text).trim(),
      hasFormula: false,
    })),
  }));
  return [{ name: SHEET, rows }];
}

/** What a spreadsheet would run as a formula; the file's own delimiter is known, so only at the start of a cell. */
const FORMULA = new RegExp(`^(?:[\\t\\r\\n]|\\s*${FORMULA_CHARACTERS.source})`);

/** Quoted where it must be, so that the file looks as its program wrote it. */
function cellOf(answer: string, delimiter: Delimiter): string {
  const whole = answer.toWellFormed();
  const text = FORMULA.test(whole) ? `'${whole}` : whole;
  const mustQuote = text.includes(delimiter) || /["\r\n]|^\s|\s$/.test(text);
  return mustQuote ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Replaces the field, or adds the missing ones to a short record. */
function editOf(record: ScannedRecord, column: number, cell: string, delimiter: Delimiter): Edit {
  const field = record[column];
  if (field !== undefined) return { start: field.start, end: field.end, text: cell };
  const { end } = lastOf(record);
  return { start: end, end, text: delimiter.repeat(column - record.length + 1) + cell };
}

/** The file with the answers in their column, otherwise with the same text, delimiter and encoding. */
export function writeCsvAnswers(file: Buffer, { column, answers }: Omit<AnswerCells, "sheet">): Buffer {
  const decoded = decodeCsv(file);
  const { text } = decoded;
  const delimiter = delimiterOf(text);
  const edits = scanCsv(text, delimiter).flatMap((record, n) => {
    const answer = answers.get(n + 1);
    return answer === undefined ? [] : [editOf(record, column, cellOf(answer, delimiter), delimiter)];
  });
  return encodeCsv({ ...decoded, text: applyEdits(text, edits) });
}
