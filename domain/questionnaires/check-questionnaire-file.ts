import { invalid } from "../../platform/errors.ts";
import type { InspectFile, ReceivedFile } from "../evidence/check-upload.ts";
import { safeFileName } from "../evidence/file-name.rules.ts";
import { EMPTY_FILE, largerThan } from "../evidence/file-size.rules.ts";
import { questionnaireFormat, type QuestionnaireFormat } from "./questionnaire-format.rules.ts";
import { MAX_FILE_BYTES } from "./questionnaire.rules.ts";

const NO_WORKBOOK =
  "send an Excel workbook (.xlsx) or a CSV file (.csv, .tsv): open another file, such as an .xls, in a spreadsheet program and save it as .xlsx";

const wrong = (error: string, reason: string) => invalid({ field: "file", error, reason });

/**
 * The name and format of an uploaded questionnaire; VALIDATION_ERROR if it is no file that can be filled in.
 * The content of a CSV file is checked when it is read.
 */
export async function checkQuestionnaireFile(
  inspect: InspectFile,
  upload: ReceivedFile,
): Promise<{ fileName: string; format: QuestionnaireFormat }> {
  const fileName = safeFileName(upload.fileName);
  if (upload.size === 0) throw wrong(EMPTY_FILE, "empty");
  if (upload.size > MAX_FILE_BYTES) throw wrong(largerThan(MAX_FILE_BYTES), "too_large");
  const format = questionnaireFormat(fileName);
  if (format === null) throw wrong(NO_WORKBOOK, "no_workbook");
  if (format === "xlsx") {
    const verdict = await inspect(upload.path, fileName);
    if ("rejected" in verdict) throw wrong(verdict.rejected, verdict.reason);
  }
  return { fileName, format };
}
