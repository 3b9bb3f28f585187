import type { FileTasks } from "../file-tasks.ts";
import type { FoundQuestions, WrongColumns } from "./find-questions.ts";
import type { FindQuestionsJob, QuestionColumns, WriteAnswersJob } from "./questionnaire-job.ts";

type Runner = Pick<FileTasks, "run">;

/** The questions in an uploaded workbook. */
export async function findQuestionsIn(
  { run }: Runner,
  caller: string,
  path: string,
  columns: QuestionColumns,
): Promise<FoundQuestions | WrongColumns> {
  const job: FindQuestionsJob = { task: "find_questions", request: columns };
  const reply = await run(caller, job, path);
  return JSON.parse(reply.toString("utf8")) as FoundQuestions | WrongColumns;
}

/** The workbook with the answers. */
export function writeAnswersInto(
  { run }: Runner,
  caller: string,
  workbook: Buffer,
  answers: Omit<WriteAnswersJob, "task">,
): Promise<Buffer> {
  const job: WriteAnswersJob = { task: "write_answers", ...answers };
  return run(caller, job, workbook);
}
