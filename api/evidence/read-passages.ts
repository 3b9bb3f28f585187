import { blobKeys } from "../../domain/evidence/blob-keys.rules.ts";
import type { Evidence } from "../../domain/evidence/evidence.entity.ts";
import { unpackText, type KeptPassage } from "../../domain/evidence/kept-text.rules.ts";
import { listPassages } from "../../domain/evidence/evidence.queries.ts";
import type { QueryContext } from "../../domain/context.ts";
import type { Page } from "../../domain/listing.ts";
import { BlobNotFound, type BlobStore } from "../../platform/blobs/blobs.ts";
import type { Row } from "../../platform/database/read-rows.ts";

interface Wanted {
  page: number;
  limit: number;
}

/** Nothing if it was replaced before it was read. */
async function keptText(blobs: BlobStore, id: string): Promise<KeptPassage[]> {
  try {
    return unpackText(await blobs.get(blobKeys(id).text));
  } catch (error) {
    if (error instanceof BlobNotFound) return [];
    throw error;
  }
}

/** The passages of a file, in order; of a superseded one, those that were kept for comparing versions. */
export async function readPassages(
  ctx: QueryContext,
  blobs: BlobStore,
  evidence: Row<Evidence>,
  { page, limit }: Wanted,
): Promise<Page<KeptPassage>> {
  const found = await listPassages(ctx, evidence, { page, limit });
  if (evidence.status !== "superseded" || found.items.length > 0) return found;
  const kept = await keptText(blobs, evidence.id);
  const pagination = { page, limit, total: kept.length, pages: Math.ceil(kept.length / limit) };
  return { items: kept.slice((page - 1) * limit, page * limit), pagination };
}
