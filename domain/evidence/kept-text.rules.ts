import type { Row } from "../../platform/database/find-rows.ts";
import type { EvidenceChunk } from "./evidence.entity.ts";

/** A passage without what only the search needs. */
export type KeptPassage = Pick<Row<EvidenceChunk>, "ordinal" | "text" | "headings" | "page" | "sheet">;

/** The text of a version that leaves the search. */
export const packText = (chunks: readonly Row<EvidenceChunk>[]): Buffer => {
  const passages = chunks.map(({ ordinal, text, headings, page, sheet }): KeptPassage => ({
    ordinal,
    text,
    headings,
    page: page ?? null,
    sheet: sheet ?? null,
  }));
  return Buffer.from(JSON.stringify(passages));
};

export const unpackText = (bytes: Buffer): KeptPassage[] =>
  JSON.parse(bytes.toString("utf8")) as KeptPassage[];
