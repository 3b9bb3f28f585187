import { findRows, type Row } from "../../platform/database/find-rows.ts";
import type { QueryContext } from "../context.ts";
import type { Page } from "../listing.ts";
import { EvidenceChunk, type Evidence } from "./evidence.entity.ts";

/** The visible passages of a file, in order. */
export async function listPassages(
  { em }: QueryContext,
  { id, indexedRevision: revision, chunkCount: total }: Row<Evidence>,
  { page, limit }: { page: number; limit: number },
): Promise<Page<Row<EvidenceChunk>>> {
  // Numbered without gaps, so that a page is a range.
  const ordinal = { $gte: (page - 1) * limit, $lt: page * limit };
  const where = { evidence: id, revision, ordinal };
  const items = await findRows(em, EvidenceChunk, { where, orderBy: { ordinal: "asc" } });
  return { items, pagination: { page, limit, total, pages: Math.ceil(total / limit) } };
}
