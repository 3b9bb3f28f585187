import type { TaskDone } from "../parser/task-done.ts";
import type { WriteAnswersJob } from "./questionnaire-job.ts";
import { writeAnswers } from "./write-answers.ts";

/** A child's task: the workbook with the answers. */
export async function run({ sheet, column, answers }: WriteAnswersJob, file: Buffer): Promise<TaskDone> {
  return { body: await writeAnswers(file, { sheet, column, answers: new Map(answers) }) };
}
