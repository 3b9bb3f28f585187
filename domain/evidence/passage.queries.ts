import { readRows, type Row } from "../../platform/database/read-rows.ts";
import type { QueryContext } from "../context.ts";
import { pageOf, paginate, type Page, type PageRequest } from "../listing.ts";
import { EvidenceChunk } from "./evidence-chunk.entity.ts";
import type { Evidence } from "./evidence.entity.ts";
import type { KeptPassage } from "./kept-text.rules.ts";

/** The visible passages of a file, in order. */
async function listPassages(
  { em }: QueryContext,
  { id, indexedRevision: revision, chunkCount: total }: Row<Evidence>,
  { page, limit }: PageRequest,
): Promise<Page<Row<EvidenceChunk>>> {
  // Numbered without gaps, so that a page is a range.
  const ordinal = { $gte: (page - 1) * limit, $lt: page * limit };
  const where = { evidence: id, revision, ordinal };
  const items = await readRows(em, EvidenceChunk, { where, orderBy: { ordinal: "asc" }, also: ["tables"] });
  return { items, pagination: paginate({ page, limit }, total) };
}

/**
 * The passages of a file, in order; of a superseded one, those that were kept for comparing versions.
 * `readKept` returns none if it was replaced before it was read.
 */
export async function readPassages(
  ctx: QueryContext,
  evidence: Row<Evidence>,
  wanted: PageRequest,
  readKept: (evidenceId: string) => Promise<KeptPassage[]>,
): Promise<Page<KeptPassage>> {
  const found = await listPassages(ctx, evidence, wanted);
  if (evidence.status !== "superseded" || found.items.length > 0) return found;
  return pageOf(await readKept(evidence.id), wanted);
}
