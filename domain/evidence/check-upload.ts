import { invalid } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import type { StoredFile } from "./evidence.commands.ts";
import { safeFileName } from "./file-name.rules.ts";
import { EMPTY_FILE } from "./file-size.rules.ts";

/** The result of inspecting a file: its actual format, or why it is refused, as a sentence and as a code. */
export type FileVerdict = { format: string; contentType: string } | { rejected: string; reason: string };

/** Inspects a local file; `fileName` determines the format that it claims to have. */
export type InspectFile = (path: string, fileName: string) => Promise<FileVerdict>;

/** A file that was received completely. */
export interface ReceivedFile {
  path: string;
  /** As sent. */
  fileName: string;
  size: number;
  sha256: string;
}

/** The upload as a file of new evidence; VALIDATION_ERROR if its content cannot become evidence. */
export async function checkUpload(inspect: InspectFile, upload: ReceivedFile): Promise<StoredFile> {
  const fileName = safeFileName(upload.fileName);
  if (upload.size === 0) throw invalid({ field: "file", error: EMPTY_FILE, reason: "empty" });
  const verdict = await inspect(upload.path, fileName);
  if ("rejected" in verdict)
    throw invalid({ field: "file", error: verdict.rejected, reason: verdict.reason });
  const { size, sha256 } = upload;
  return { evidenceId: newId(), fileName, size, sha256, ...verdict };
}
