/** A passage without what only the search needs. */
export interface KeptPassage {
  ordinal: number;
  text: string;
  headings: string[];
  page?: number | null | undefined;
  sheet?: string | null | undefined;
}

/** The text of a version that leaves the search. */
export const packText = (chunks: readonly KeptPassage[]): Buffer => {
  const passages = chunks.map(({ ordinal, text, headings, page, sheet }) => ({
    ordinal,
    text,
    headings,
    page,
    sheet,
  }));
  return Buffer.from(JSON.stringify(passages));
};

export const unpackText = (bytes: Buffer): KeptPassage[] =>
  JSON.parse(bytes.toString("utf8")) as KeptPassage[];
