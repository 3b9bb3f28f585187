import type { Readable } from "node:stream";

export interface ByteRange {
  /** First byte, counted from 0. */
  start: number;
  /** Last byte, included. */
  end: number;
}

export interface BlobState {
  size: number;
  /** Changes with every write, even of as many bytes. */
  version: string;
}

/** The store of files. Keys are paths of letters, digits, `-`, `_`, `.` and `/`. */
export interface BlobStore {
  /** Moves a finished local file to `key`; the local file no longer exists afterwards. */
  putFile(key: string, path: string): Promise<void>;
  put(key: string, bytes: Buffer): Promise<void>;
  /** Copies a blob. Throws BlobNotFound. */
  copy(from: string, to: string): Promise<void>;
  /** A stream of the blob or a range of it. Throws BlobNotFound. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** The whole blob; use it for small ones only. Throws BlobNotFound. */
  get(key: string): Promise<Buffer>;
  /** The size in bytes, or null if there is no such blob. */
  size(key: string): Promise<number | null>;
  /** The size and the version, or null if there is no such blob. */
  state(key: string): Promise<BlobState | null>;
  /**
   * Passes a local copy to `use` and removes it afterwards (local stores pass the original: never write to
   * it).
   */
  withFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T>;
  /** Removes every blob in the folder `prefix`; `a` removes `a/b`, not `ab`. */
  removeAll(prefix: string): Promise<void>;
  /** The names of the folders directly in the folder `prefix`, in any order. */
  folders(prefix: string): AsyncIterable<string>;
  /** Removes partially written files that are older than `before`; returns their number. */
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
