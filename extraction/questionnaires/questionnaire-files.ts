import { z } from "zod";
import type { QuestionnaireFormat } from "../../domain/questionnaires/questionnaire-format.rules.ts";
import type { FileTasks } from "../file-tasks.ts";
import type { FoundQuestions, WrongColumns } from "./find-questions.ts";
import type { FindQuestionsJob, QuestionColumns, WriteAnswersJob } from "./questionnaire-job.ts";

const column = z.int().min(0);
const Reply = z.union([
  z.object({
    sheet: z.string(),
    columns: z.object({ headerRow: column, question: column, answer: column }),
    questions: z.array(
      z.object({ row: z.int(), text: z.string(), asks: z.string(), words: z.array(z.string()) }),
    ),
  }),
  z.object({
    field: z.enum(["sheet", "question_column", "answer_column", "file"]),
    error: z.string(),
    reason: z.string(),
  }),
]);

type Runner = Pick<FileTasks, "run">;

/** The questions in an uploaded workbook or CSV file. */
export async function findQuestionsIn(
  { run }: Runner,
  caller: string,
  { path, format }: { path: string; format: QuestionnaireFormat },
  columns: QuestionColumns,
): Promise<FoundQuestions | WrongColumns> {
  const job: FindQuestionsJob = { task: "find_questions", format, request: columns };
  const reply = await run(caller, job, path);
  return Reply.parse(JSON.parse(reply.toString("utf8")));
}

/** The file with the answers. */
export function writeAnswersInto(
  { run }: Runner,
  caller: string,
  file: Buffer,
  answers: Omit<WriteAnswersJob, "task">,
): Promise<Buffer> {
  const job: WriteAnswersJob = { task: "write_answers", ...answers };
  return run(caller, job, file);
}
