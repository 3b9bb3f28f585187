const ORDINAL_DIGITS = 5;

/** The id of a chunk, the same in PostgreSQL and in the index, so that writing twice never doubles. */
export const chunkIdOf = (evidenceId: string, ordinal: number): string =>
  `${evidenceId}_${String(ordinal).padStart(ORDINAL_DIGITS, "0")}`;
