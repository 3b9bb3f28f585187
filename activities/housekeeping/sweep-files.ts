import { ApplicationFailure } from "@temporalio/common";
import { blobFolders } from "../../domain/features.ts";
import { withoutRow } from "../../domain/housekeeping/stray-folders.queries.ts";
import { isForeignStore, isOldFolder, safelyBefore } from "../../domain/housekeeping/stray-folders.rules.ts";
import type { BlobStore } from "../../platform/blobs/blobs.ts";
import { runAsSystem, type SystemDeps } from "../run-as-system.ts";

const BATCH = 500;

export interface SweepFilesDeps extends SystemDeps {
  blobs: BlobStore;
}

/** A folder whose subfolders are named after the rows of a table. */
interface RowFolder {
  folder: string;
  table: string;
}

function refuseForeignStore(stray: readonly string[], ids: readonly string[]): void {
  if (!isForeignStore({ stray: stray.length, folders: ids.length })) return;
  const message = `${stray.length} of ${ids.length} folders in the blob store have no row: does it belong to this database? Nothing was removed`;
  throw ApplicationFailure.nonRetryable(message, "ForeignStore");
}

/** Removes those that have no row; returns their number. */
async function removeStray(
  deps: SweepFilesDeps,
  { folder, table }: RowFolder,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  if (ids.length === 0) return 0;
  const stray = await runAsSystem(deps, (ctx) => withoutRow(ctx, { table, ids }));
  refuseForeignStore(stray, ids);
  for (const id of stray) {
    signal.throwIfAborted();
    await deps.blobs.removeAll(`${folder}/${id}`);
  }
  return stray.length;
}

async function sweepFolders(deps: SweepFilesDeps, parent: RowFolder, signal: AbortSignal): Promise<number> {
  const now = deps.clock.now();
  let removed = 0;
  let batch: string[] = [];
  for await (const name of deps.blobs.folders(parent.folder)) {
    signal.throwIfAborted();
    if (isOldFolder(name, now)) batch.push(name);
    if (batch.length < BATCH) continue;
    removed += await removeStray(deps, parent, batch, signal);
    batch = [];
  }
  return removed + (await removeStray(deps, parent, batch, signal));
}

/**
 * Removes from the blob store what a crash or a commit with an unknown result left without a row; returns the
 * counts.
 */
export async function sweepFiles(
  deps: SweepFilesDeps,
  signal: AbortSignal,
): Promise<{ unfinished: number; folders: number }> {
  const unfinished = await deps.blobs.removeUnfinished(safelyBefore(deps.clock.now()));
  let folders = 0;
  for (const [folder, table] of Object.entries(blobFolders))
    folders += await sweepFolders(deps, { folder, table }, signal);
  return { unfinished, folders };
}
