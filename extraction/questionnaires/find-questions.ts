import {
  detectColumns,
  questionsOf,
  type Columns,
  type RequestedColumns,
  type SheetQuestion,
  type QuestionSheet,
} from "../../domain/questionnaires/detect-columns.rules.ts";
import { featuresOf, type QuestionFeatures } from "../../domain/questionnaires/similar-questions.rules.ts";
import { MAX_QUESTIONS } from "../../domain/questionnaires/questionnaire.rules.ts";
import type { QuestionColumns } from "./questionnaire-job.ts";

/** Sheet names of real workbooks have at most 31. */
const NAME_CHARACTERS = 100;

export interface FoundQuestions {
  sheet: string;
  columns: Columns;
  questions: (SheetQuestion & QuestionFeatures)[];
}

/** The caller's option that cannot be satisfied, and why. */
export interface WrongColumns {
  field: "sheet" | "question_column" | "answer_column" | "file";
  error: string;
  /** The error as a code, for other languages. */
  reason: string;
}

function withoutQuestions({ question, answer }: RequestedColumns): WrongColumns {
  const field = "question_column";
  if (question !== undefined && answer !== undefined)
    return { field, error: "has no question in any sheet: choose another column", reason: "empty_column" };
  return {
    field,
    error: "no sheet has headings for questions and answers: set question_column and answer_column",
    reason: "no_questions",
  };
}

/** The first sheet with questions, or the problem with the options. */
export function findQuestions(
  sheets: readonly QuestionSheet[],
  { sheet: name, ...requestedColumns }: QuestionColumns,
): FoundQuestions | WrongColumns {
  const candidates = name === undefined ? sheets : sheets.filter((sheet) => sheet.name === name);
  if (candidates.length === 0)
    return { field: "sheet", error: `the file has no sheet "${name}"`, reason: "no_such_sheet" };
  for (const sheet of candidates) {
    const columns = detectColumns(sheet, requestedColumns);
    if (columns === null) continue;
    if (columns.question === columns.answer)
      return { field: "answer_column", error: "must differ from question_column", reason: "same_column" };
    const questions = questionsOf(sheet, columns);
    if (questions.length > MAX_QUESTIONS)
      return {
        field: "file",
        error: `has ${questions.length} questions; the limit is ${MAX_QUESTIONS}`,
        reason: "too_many_questions",
      };
    if (questions.length > 0 && sheet.name.length <= NAME_CHARACTERS)
      return {
        sheet: sheet.name,
        columns,
        questions: questions.map((question) => ({ ...question, ...featuresOf(question.text) })),
      };
  }
  return withoutQuestions(requestedColumns);
}
