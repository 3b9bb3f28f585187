import { z } from "zod";

/**
 * Vectors in one file: a line of JSON that describes them, then 32-bit floats in the machine's
 * (little-endian) order.
 */
const Header = z.object({ model: z.string(), dimension: z.int(), count: z.int() });
type Header = z.infer<typeof Header>;

const NEWLINE = 0x0a;

export function packVectors(
  vectors: readonly Float32Array[],
  { model, dimension }: { model: string; dimension: number },
): Buffer {
  const header = Buffer.from(
    `${JSON.stringify({ model, dimension, count: vectors.length } satisfies Header)}\n`,
  );
  return Buffer.concat([
    header,
    ...vectors.map((vector) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)),
  ]);
}

/** Throws if the file is shorter than its header says. */
export function unpackVectors(file: Buffer): Header & { vectors: Float32Array[] } {
  const end = file.indexOf(NEWLINE);
  const header = Header.parse(JSON.parse(file.toString("utf8", 0, end)));
  // Copied, because floats must be aligned to four bytes and the header has any length.
  const body = Uint8Array.prototype.slice.call(file, end + 1);
  if (body.byteLength !== header.count * header.dimension * 4)
    throw new Error("the vector file is incomplete");
  const floats = new Float32Array(body.buffer, body.byteOffset, body.byteLength / 4);
  const vectors = Array.from({ length: header.count }, (_, i) =>
    floats.subarray(i * header.dimension, (i + 1) * header.dimension),
  );
  return { ...header, vectors };
}
