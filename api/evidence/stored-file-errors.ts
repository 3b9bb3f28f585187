import { BlobNotFound } from "../../platform/blobs/blobs.ts";
import type { BlobChanged } from "../../platform/blobs/verified.ts";
import { AppError } from "../../platform/errors.ts";

/** Its row promises the file, so someone must restore it. */
export const fileMissing = (key: string): AppError =>
  new AppError("INTERNAL_ERROR", "The stored file is missing: ask an operator to restore it", {
    details: { reason: "file_missing" },
    cause: new BlobNotFound(key),
  });

/** The reader of a changed file must learn that it changed, not only that something failed. */
export const fileChanged = (cause: BlobChanged): AppError =>
  new AppError(
    "INTERNAL_ERROR",
    "The stored file is no longer the one that was uploaded: ask an operator to restore it",
    { details: { reason: "file_changed" }, cause },
  );
