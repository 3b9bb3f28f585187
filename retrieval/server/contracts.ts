import { z } from "zod";
import type { StoredChunk } from "../search/chunk-store.ts";
import type { SearchAnswer, SearchHit } from "../search/searcher.ts";

const MAX_QUERY_CHARS = 4_000;
const MAX_WINDOW = 20;
const MAX_LIMIT = 100;

/** In lower case, as in the index. */
const UserId = z.string().min(1).toLowerCase();

/** POST /search. `evidence_types` are file formats ("pdf") or media types ("application/pdf"). */
export const SearchRequest = z.strictObject({
  query: z.string().trim().min(1).max(MAX_QUERY_CHARS),
  project_id: z.uuid().toLowerCase(),
  user_id: UserId,
  limit: z.int().min(1).max(MAX_LIMIT).default(10),
  evidence_types: z.array(z.string().trim().toLowerCase().min(1).max(200)).max(20).default([]),
  /** Default: the service's SIMILARITY_THRESHOLD. */
  min_similarity: z.number().min(0).max(1).optional(),
});
export type SearchRequest = z.infer<typeof SearchRequest>;

/** POST /context: the neighbours of a chunk. */
export const ContextRequest = z.strictObject({
  chunk_id: z.string().regex(/^[0-9a-f-]{36}_\d{5,10}(-\d{1,10})?$/, "must be a chunk id"),
  user_id: UserId,
  context_window: z.int().min(0).max(MAX_WINDOW).default(2),
});
export type ContextRequest = z.infer<typeof ContextRequest>;

/** The place of a passage on its pages; null without pages, and for files read before places were stored. */
function positionOf({ page, pageOffset, endPage, endPageOffset }: StoredChunk) {
  if (page === null || pageOffset === null || endPage === null || endPageOffset === null) return null;
  return { page, start: pageOffset, end_page: endPage, end: endPageOffset };
}

/** A passage in responses; `heading` is the path of headings above it, or the sheet. */
export function presentChunk(chunk: StoredChunk) {
  return {
    chunk_id: chunk.chunkId,
    evidence_id: chunk.evidenceId,
    project_id: chunk.projectId,
    control_id: chunk.controlId,
    title: chunk.title,
    file_name: chunk.fileName,
    content_type: chunk.contentType,
    page: chunk.page,
    position: positionOf(chunk),
    heading: chunk.headings.join(" > ") || chunk.sheet,
    ordinal: chunk.ordinal,
    text: chunk.text,
    uploaded_at: chunk.uploadedAt.toISOString(),
  };
}

const presentHit = ({ chunk, highlight, sentence, similarity, scores }: SearchHit) => ({
  ...presentChunk(chunk),
  highlight,
  best_sentence: sentence && { ...sentence, text: chunk.text.slice(sentence.start, sentence.end) },
  similarity,
  scores,
});

/** The results and the request, with the defaults of omitted parameters. */
export const presentAnswer = (request: SearchRequest & { min_similarity: number }, answer: SearchAnswer) => ({
  results: answer.hits.map(presentHit),
  total_results: answer.hits.length,
  degraded: answer.degraded,
  ...request,
});
