import { blobKeys } from "../../domain/evidence/blob-keys.rules.ts";
import { checkUpload, type InspectFile } from "../../domain/evidence/check-upload.ts";
import type { StoredFile } from "../../domain/evidence/evidence.commands.ts";
import type { FileStorage } from "../../domain/evidence/storage.ts";
import type { BlobStore } from "../../platform/blobs/blobs.ts";
import type { RouteContext, SpooledFile } from "../route.ts";

export interface UploadDeps extends Pick<FileStorage, "projectBytes"> {
  blobs: BlobStore;
  inspect: InspectFile;
}

/** What a command needs to record an upload. */
interface PreparedUpload {
  file: StoredFile;
  fileStorage: FileStorage;
}

/**
 * Checks the spooled file. The storage moves it to the blob store once its row has been written; undone if the
 * commit fails.
 */
export async function prepareUpload(
  { blobs, inspect, projectBytes }: UploadDeps,
  ctx: Pick<RouteContext, "undo">,
  upload: SpooledFile,
): Promise<PreparedUpload> {
  const file = await checkUpload(inspect, upload);
  const keys = blobKeys(file.evidenceId);
  const store = async (): Promise<void> => {
    ctx.undo.push(() => blobs.removeAll(keys.folder));
    await blobs.putFile(keys.original, upload.path);
  };
  return { file, fileStorage: { store, projectBytes } };
}
