import type { FindQuestionsJob, WriteAnswersJob } from "./questionnaire-job.ts";

/** The tasks of a child that concern questionnaires. */
export const questionnaireTasks = {
  /** The questions in a workbook, as JSON. */
  async find_questions({ request: columns }: FindQuestionsJob, file: Buffer): Promise<{ body: Buffer }> {
    const { findQuestions } = await import("./find-questions.ts");
    const { readWorkbook } = await import("./read-workbook.ts");
    return { body: Buffer.from(JSON.stringify(findQuestions(await readWorkbook(file), columns))) };
  },

  /** The workbook with the answers. */
  async write_answers({ sheet, column, answers }: WriteAnswersJob, file: Buffer): Promise<{ body: Buffer }> {
    const { writeAnswers } = await import("./write-answers.ts");
    return { body: await writeAnswers(file, { sheet, column, answers: new Map(answers) }) };
  },
};
