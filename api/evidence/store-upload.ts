import { basename } from "node:path";
import { blobKeys } from "../../domain/evidence/blob-keys.rules.ts";
import type { StoredFile } from "../../domain/evidence/evidence.commands.ts";
import type { FileStorage } from "../../domain/evidence/storage.ts";
import { safeFileName } from "../../domain/evidence/file-name.rules.ts";
import type { BlobStore } from "../../platform/blobs/blobs.ts";
import { invalid } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import type { RouteContext, SpooledFile } from "../route.ts";

/** The result of inspecting a file: its actual format, or the sentence that says why it is refused. */
export type FileVerdict = { format: string; contentType: string } | { rejected: string };

export interface UploadDeps extends Pick<FileStorage, "projectBytes"> {
  blobs: BlobStore;
  /** Inspects a local file; `fileName` determines the format that it claims to have. */
  inspect(path: string, fileName: string): Promise<FileVerdict>;
}

/** Checks the content of an upload; VALIDATION_ERROR if it cannot become evidence. */
export async function checkUpload(deps: UploadDeps, upload: SpooledFile): Promise<StoredFile> {
  const fileName = safeFileName(basename(upload.fileName));
  if (upload.size === 0) throw invalid({ field: "file", error: "the file is empty" });
  const verdict = await deps.inspect(upload.path, fileName);
  if ("rejected" in verdict) throw invalid({ field: "file", error: verdict.rejected });
  const { size, sha256 } = upload;
  return { evidenceId: newId(), fileName, size, sha256, ...verdict };
}

/** Moves the spooled file to the blob store once its row has been written; undone if the commit fails. */
export function fileStorageOf(
  { blobs, projectBytes }: UploadDeps,
  ctx: Pick<RouteContext, "undo">,
  file: StoredFile,
  upload: SpooledFile,
): FileStorage {
  const keys = blobKeys(file.evidenceId);
  const store = async (): Promise<void> => {
    ctx.undo.push(() => blobs.removeAll(keys.folder));
    await blobs.putFile(keys.original, upload.path);
  };
  return { store, projectBytes };
}
