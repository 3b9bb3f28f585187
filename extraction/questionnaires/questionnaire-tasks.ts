import type { QuestionnaireFormat } from "../../domain/questionnaires/questionnaire-format.rules.ts";
import type { FindQuestionsJob, WriteAnswersJob } from "./questionnaire-job.ts";
import type { SheetCells } from "./read-workbook.ts";
import type { AnswerCells } from "./write-answers.ts";

/** Loaded on demand, like the tasks: a child reads one file. */
const READERS: Record<QuestionnaireFormat, (file: Buffer) => Promise<SheetCells[]>> = {
  xlsx: async (file) => (await import("./read-workbook.ts")).readWorkbook(file),
  csv: async (file) => (await import("./csv-sheet.ts")).readCsvSheet(file),
};
const WRITERS: Record<QuestionnaireFormat, (file: Buffer, cells: AnswerCells) => Promise<Buffer>> = {
  xlsx: async (file, cells) => (await import("./write-answers.ts")).writeAnswers(file, cells),
  csv: async (file, cells) => (await import("./csv-sheet.ts")).writeCsvAnswers(file, cells),
};

/** The tasks of a child that concern questionnaires. */
export const questionnaireTasks = {
  /** The questions in a workbook or CSV file, as JSON. */
  async find_questions(
    { format, request: columns }: FindQuestionsJob,
    file: Buffer,
  ): Promise<{ body: Buffer }> {
    const { findQuestions } = await import("./find-questions.ts");
    return { body: Buffer.from(JSON.stringify(findQuestions(await READERS[format](file), columns))) };
  },

  /** The file with the answers. */
  async write_answers(job: WriteAnswersJob, file: Buffer): Promise<{ body: Buffer }> {
    const { format, sheet, column } = job;
    return { body: await WRITERS[format](file, { sheet, column, answers: new Map(job.answers) }) };
  },
};
