import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { safeFileName } from "../../domain/evidence/file-name.rules.ts";
import {
  detectColumns,
  questionsOf,
  type ColumnWish,
  type Columns,
  type Question,
  type Sheet,
} from "../../domain/questionnaires/detect-columns.rules.ts";
import { MOST_FILE_BYTES } from "../../domain/questionnaires/questionnaire.rules.ts";
import { readWorkbook } from "../../extraction/questionnaire/read-workbook.ts";
import { WorkbookError } from "../../extraction/questionnaire/workbook-parts.ts";
import { invalid } from "../../platform/errors.ts";
import type { UploadDeps } from "../documents/store-upload.ts";
import type { SpooledFile } from "../route.ts";

/** Sheets of real workbooks have at most 31. */
const NAME_CHARACTERS = 100;

interface Wish extends ColumnWish {
  sheet?: string | undefined;
}

interface Found {
  sheet: string;
  columns: Columns;
  questions: Question[];
}

const wrong = (error: string) => invalid({ field: "file", error });

async function readSheets(path: string): Promise<Sheet[]> {
  try {
    return await readWorkbook(await readFile(path));
  } catch (error) {
    throw error instanceof WorkbookError ? wrong(error.message) : error;
  }
}

function choose(sheets: readonly Sheet[], { sheet: name, ...wish }: Wish): Found {
  const candidates = name === undefined ? sheets : sheets.filter((sheet) => sheet.name === name);
  if (candidates.length === 0) throw invalid({ field: "sheet", error: `the file has no sheet "${name}"` });
  for (const sheet of candidates) {
    const columns = detectColumns(sheet, wish);
    if (columns === null) continue;
    if (columns.question === columns.answer)
      throw invalid({ field: "answer_column", error: "must be another than question_column" });
    const questions = questionsOf(sheet, columns);
    if (questions.length > 0 && sheet.name.length <= NAME_CHARACTERS)
      return { sheet: sheet.name, columns, questions };
  }
  throw invalid({
    field: "question_column",
    error: "no sheet names a column of questions and one of answers: say question_column and answer_column",
  });
}

/** Checks an uploaded questionnaire and finds its questions; VALIDATION_ERROR when there are none to be found. */
export async function readQuestionnaireFile(
  { inspect }: UploadDeps,
  upload: SpooledFile,
  wish: Wish,
): Promise<Found & { fileName: string }> {
  const fileName = safeFileName(basename(upload.fileName));
  if (upload.size === 0) throw wrong("the file is empty");
  if (upload.size > MOST_FILE_BYTES) throw wrong(`is larger than ${MOST_FILE_BYTES} bytes`);
  const verdict = await inspect(upload.path, fileName);
  if ("rejected" in verdict) throw wrong(verdict.rejected);
  if (verdict.format !== "xlsx") throw wrong("send an Excel workbook (.xlsx)");
  return { fileName, ...choose(await readSheets(upload.path), wish) };
}
