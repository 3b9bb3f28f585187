/** Why a file without content is refused. */
export const EMPTY_FILE =
  "The file is empty: check that it was saved or downloaded completely, then upload it again";

const MEGABYTE = 1024 ** 2;

/** A limit as in `25 MB`; in bytes if it is no whole number of megabytes. */
export const sizeInWords = (bytes: number): string =>
  bytes % MEGABYTE === 0 ? `${bytes / MEGABYTE} MB` : `${bytes} bytes`;

/** Why a file of more than `maxBytes` is refused, to follow "The file". */
export const largerThan = (maxBytes: number): string => `is larger than ${sizeInWords(maxBytes)}`;
