import { blobKeys } from "../../domain/evidence/blob-keys.rules.ts";
import type { InspectFile } from "../../domain/evidence/check-upload.ts";
import type { StoredFile } from "../../domain/evidence/evidence.commands.ts";
import type { FileStorage } from "../../domain/evidence/storage.ts";
import type { BlobStore } from "../../platform/blobs/blobs.ts";
import type { RouteContext, SpooledFile } from "../route.ts";

export interface UploadDeps extends Pick<FileStorage, "projectBytes"> {
  blobs: BlobStore;
  inspect: InspectFile;
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
