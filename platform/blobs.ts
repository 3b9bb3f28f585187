import type { Readable } from "node:stream";

export interface ByteRange {
  /** First byte, counted from 0. */
  start: number;
  /** Last byte, included. */
  end: number;
}

/** Where files live. Keys are paths of letters, digits, `-`, `_`, `.` and `/`. */
export interface BlobStore {
  /** Moves a finished local file to `key`. The local file is gone afterwards. */
  putFile(key: string, path: string): Promise<void>;
  put(key: string, bytes: Buffer): Promise<void>;
  /** Makes a second blob of the same bytes. Throws BlobNotFound. */
  copy(from: string, to: string): Promise<void>;
  /** A stream of the blob or of a range of it. Throws BlobNotFound. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** The whole blob: for small ones. Throws BlobNotFound. */
  get(key: string): Promise<Buffer>;
  /** Bytes, or null when there is none. */
  size(key: string): Promise<number | null>;
  /** Hands a local copy to `use` and removes it afterwards (local stores lend the original: never write to it). */
  withFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T>;
  /** Removes every blob below the folder `prefix`; `a` removes `a/b`, not `ab`. */
  removeAll(prefix: string): Promise<void>;
  /** The names of the folders right below the folder `prefix`, in any order. */
  folders(prefix: string): AsyncIterable<string>;
  /** Removes what was left in the midst of being written before that moment; answers how many. */
  removeUnfinished(before: Date): Promise<number>;
  /** Resolves when the store answers. */
  check(): Promise<void>;
}

export class BlobNotFound extends Error {
  constructor(key: string) {
    super(`no blob ${key}`);
    this.name = "BlobNotFound";
  }
}
