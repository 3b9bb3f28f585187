const ORDINAL_DIGITS = 5;
const REVISION = /-(\d+)$/;

/**
 * The id of a chunk, the same in PostgreSQL and in the index, so that writing twice never duplicates. A new
 * set of passages has another revision and other ids: old and new never mix.
 */
export const chunkIdOf = (evidenceId: string, ordinal: number, revision = 0): string =>
  `${evidenceId}_${String(ordinal).padStart(ORDINAL_DIGITS, "0")}${revision === 0 ? "" : `-${revision}`}`;

/** The evidence of a chunk, from its id. */
export const evidenceOf = (chunkId: string): string => chunkId.slice(0, chunkId.lastIndexOf("_"));

/** The set of passages of a chunk, from its id. */
export const revisionOf = (chunkId: string): number =>
  Number(REVISION.exec(chunkId.slice(chunkId.indexOf("_")))?.[1] ?? 0);
