import { basename } from "node:path";
import { safeFileName } from "../../domain/evidence/file-name.rules.ts";
import { MOST_FILE_BYTES } from "../../domain/questionnaires/questionnaire.rules.ts";
import type { FileTasks } from "../../extraction/file-tasks.ts";
import type { QuestionColumns } from "../../extraction/questionnaire/questionnaire-job.ts";
import type { FoundQuestions } from "../../extraction/questionnaire/find-questions.ts";
import { findQuestionsIn } from "../../extraction/questionnaire/questionnaire-files.ts";
import { invalid } from "../../platform/errors.ts";
import type { UploadDeps } from "../evidence/store-upload.ts";
import type { SpooledFile } from "../route.ts";

const NO_WORKBOOK =
  "send an Excel workbook (.xlsx): open the file, such as a .csv or .xls, in a spreadsheet program and save it as .xlsx";

const wrong = (error: string) => invalid({ field: "file", error });

/** Checks an uploaded questionnaire and finds its questions; VALIDATION_ERROR if there are none. */
export async function readQuestionnaireFile(
  { inspect, fileTasks }: UploadDeps & { fileTasks: FileTasks },
  upload: SpooledFile & { caller: string },
  columns: QuestionColumns,
): Promise<FoundQuestions & { fileName: string }> {
  const fileName = safeFileName(basename(upload.fileName));
  if (upload.size === 0) throw wrong("the file is empty");
  if (upload.size > MOST_FILE_BYTES) throw wrong(`is larger than ${MOST_FILE_BYTES} bytes`);
  if (!/\.xlsx$/i.test(fileName)) throw wrong(NO_WORKBOOK);
  const verdict = await inspect(upload.path, fileName);
  if ("rejected" in verdict) throw wrong(verdict.rejected);
  const found = await findQuestionsIn(fileTasks, upload.caller, upload.path, columns);
  if ("error" in found) throw invalid(found);
  return { fileName, ...found };
}
