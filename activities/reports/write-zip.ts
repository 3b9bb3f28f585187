import { createHash, hash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { Transform, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { reportFailure } from "./report-failure.ts";
import { reportFileSentence } from "../../domain/reports/report-failures.rules.ts";

export interface ZipEntry {
  path: string;
  /** The name in failures, if the path contains a name: workflow histories must not contain names. */
  called?: string;
  size: number;
  /** Hex; the source must match it. */
  sha256: string;
  open: () => Promise<Readable>;
}

export interface WrittenFile {
  size: number;
  sha256: string;
}

/** The same for every entry and time zone: the bytes must not depend on the time of writing. */
const SAME = {
  mtime: new Date(1980, 0, 1),
  forceDosTimestamp: true,
  mode: 0o100644,
  compress: false,
} as const;

/** Passes bytes through while counting and hashing them. */
function createMeter(atEnd: (written: WrittenFile) => Error | null = () => null) {
  const digest = createHash("sha256");
  const written: WrittenFile = { size: 0, sha256: "" };
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      digest.update(chunk);
      written.size += chunk.length;
      done(null, chunk);
    },
    flush(done) {
      written.sha256 = digest.digest("hex");
      done(atEnd(written));
    },
  });
  return { stream, written };
}

const byPath = (a: ZipEntry, b: ZipEntry): number => (a.path < b.path ? -1 : 1);

const refuse = ({ path, called = `"${path}"`, sha256, size }: ZipEntry, written: WrittenFile): Error | null =>
  written.sha256 === sha256 && written.size === size
    ? null
    : reportFailure(reportFileSentence("file_changed", called));

/**
 * Writes a ZIP file whose bytes depend only on its entries, in any order. Nothing is compressed: evidence
 * mostly is already, and another version of the compressor would produce other bytes. Fails if an entry does
 * not match its hash or size.
 */
export async function writeZip(
  target: string,
  entries: readonly ZipEntry[],
  signal: AbortSignal,
): Promise<WrittenFile> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  let reading: Readable | undefined;
  const fail = (error: Error): void => void output.destroy(error);
  zip.on("error", fail);
  for (const entry of entries.toSorted(byPath))
    zip.addReadStreamLazy(entry.path, { ...SAME, size: entry.size }, (give) => {
      const { stream } = createMeter((written) => refuse(entry, written));
      reading = stream;
      entry.open().then((source) => {
        pipeline(source, stream).catch(fail);
        give(null, stream);
      }, fail);
    });
  zip.end();
  const { stream, written } = createMeter();
  try {
    await pipeline(output, stream, createWriteStream(target, { flush: true }), { signal });
    return written;
  } finally {
    // The library leaves the current entry open when its output is closed.
    reading?.destroy();
  }
}

/** An entry with its bytes in memory. */
export const bytesEntry = (path: string, bytes: Buffer): ZipEntry => ({
  path,
  size: bytes.length,
  sha256: hash("sha256", bytes),
  open: async () => Readable.from([bytes], { objectMode: false }),
});

export const jsonEntry = (path: string, value: unknown): ZipEntry =>
  bytesEntry(path, Buffer.from(`${JSON.stringify(value, null, 2)}\n`));
