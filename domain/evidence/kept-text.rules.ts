import type { PassageTable } from "./evidence-chunk.entity.ts";

/** A passage without what only the search needs. */
export interface KeptPassage {
  ordinal: number;
  text: string;
  headings: string[];
  page?: number | null | undefined;
  /** Its place on its pages: see EvidenceChunk. */
  pageOffset?: number | null | undefined;
  endPage?: number | null | undefined;
  endPageOffset?: number | null | undefined;
  sheet?: string | null | undefined;
  tables?: readonly PassageTable[] | null | undefined;
}

/** The text of a version that leaves the search. */
export const packText = (chunks: readonly KeptPassage[]): Buffer => {
  const passages = chunks.map((chunk) => ({
    ordinal: chunk.ordinal,
    text: chunk.text,
    headings: chunk.headings,
    page: chunk.page,
    pageOffset: chunk.pageOffset,
    endPage: chunk.endPage,
    endPageOffset: chunk.endPageOffset,
    sheet: chunk.sheet,
    tables: chunk.tables,
  }));
  return Buffer.from(JSON.stringify(passages));
};

export const unpackText = (bytes: Buffer): KeptPassage[] =>
  JSON.parse(bytes.toString("utf8")) as KeptPassage[];
