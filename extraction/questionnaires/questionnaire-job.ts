import type { RequestedColumns } from "../../domain/questionnaires/detect-columns.rules.ts";
import type { QuestionnaireFormat } from "../../domain/questionnaires/questionnaire-format.rules.ts";
import type { ParserJob } from "../parser-job.ts";

/** Find the questions in a workbook. */
export interface FindQuestionsJob extends ParserJob {
  task: "find_questions";
  format: QuestionnaireFormat;
  request: QuestionColumns;
}

export interface QuestionColumns extends RequestedColumns {
  sheet?: string | undefined;
}

/** Write answers into the workbook. */
export interface WriteAnswersJob extends ParserJob {
  task: "write_answers";
  format: QuestionnaireFormat;
  sheet: string;
  /** From 0. */
  column: number;
  /** Row number and text. */
  answers: [number, string][];
}
