import type { TaskDone } from "../parser/task-done.ts";
import { findQuestions } from "./find-questions.ts";
import type { FindQuestionsJob } from "./questionnaire-job.ts";
import { readWorkbook } from "./read-workbook.ts";

/** A child's task: the questions in a workbook, as JSON. */
export async function run({ request: columns }: FindQuestionsJob, file: Buffer): Promise<TaskDone> {
  return { body: Buffer.from(JSON.stringify(findQuestions(await readWorkbook(file), columns))) };
}
