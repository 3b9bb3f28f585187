import { invalid } from "../../platform/errors.ts";
import type { InspectFile, ReceivedFile } from "../evidence/check-upload.ts";
import { safeFileName } from "../evidence/file-name.rules.ts";
import { largerThan } from "../evidence/file-size.rules.ts";
import { MAX_FILE_BYTES } from "./questionnaire.rules.ts";

const NO_WORKBOOK =
  "send an Excel workbook (.xlsx): open the file, such as a .csv or .xls, in a spreadsheet program and save it as .xlsx";

const wrong = (error: string, reason: string) => invalid({ field: "file", error, reason });

/** The name of an uploaded questionnaire; VALIDATION_ERROR if it is no workbook that can be filled in. */
export async function checkQuestionnaireFile(inspect: InspectFile, upload: ReceivedFile): Promise<string> {
  const fileName = safeFileName(upload.fileName);
  if (upload.size === 0) throw wrong("is empty", "empty");
  if (upload.size > MAX_FILE_BYTES) throw wrong(largerThan(MAX_FILE_BYTES), "too_large");
  if (!/\.xlsx$/i.test(fileName)) throw wrong(NO_WORKBOOK, "no_workbook");
  const verdict = await inspect(upload.path, fileName);
  if ("rejected" in verdict) throw wrong(verdict.rejected, verdict.reason);
  return fileName;
}
