import type { InspectFile } from "../../domain/evidence/check-upload.ts";
import { checkQuestionnaireFile } from "../../domain/questionnaires/check-questionnaire-file.ts";
import type { FileTasks } from "../../extraction/file-tasks.ts";
import type { QuestionColumns } from "../../extraction/questionnaires/questionnaire-job.ts";
import type { FoundQuestions } from "../../extraction/questionnaires/find-questions.ts";
import { findQuestionsIn } from "../../extraction/questionnaires/questionnaire-files.ts";
import { invalid } from "../../platform/errors.ts";
import type { SpooledFile } from "../route.ts";

/** Checks an uploaded questionnaire and finds its questions; VALIDATION_ERROR if there are none. */
export async function readQuestionnaireFile(
  { inspect, fileTasks }: { inspect: InspectFile; fileTasks: FileTasks },
  upload: SpooledFile & { caller: string },
  columns: QuestionColumns,
): Promise<FoundQuestions & { fileName: string }> {
  const { fileName, format } = await checkQuestionnaireFile(inspect, upload);
  const found = await findQuestionsIn(fileTasks, upload.caller, { path: upload.path, format }, columns);
  if ("error" in found) throw invalid(found);
  return { fileName, ...found };
}
