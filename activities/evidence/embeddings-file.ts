import { z } from "zod";
import type { Embedding } from "../../retrieval/embedding/embedding.ts";

/** The bytes of signs of each passage. */
const Header = z.object({ signs: z.array(z.int()) });

const NEWLINE = 0x0a;

/** Embeddings in one file: a line of JSON that describes them, then for each the vector (as in `packVectors`) and the signs. */
export function packEmbeddings(embeddings: readonly Embedding[]): Buffer {
  const signs = embeddings.map((one) => one.signs.length);
  return Buffer.concat([
    Buffer.from(`${JSON.stringify({ signs } satisfies z.infer<typeof Header>)}\n`),
    ...embeddings.flatMap(({ vector, signs: own }) => [
      Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength),
      own,
    ]),
  ]);
}

/** Throws if the file has another length than its header says. */
export function unpackEmbeddings(file: Buffer, dimension: number): Embedding[] {
  let at = file.indexOf(NEWLINE) + 1;
  const { signs } = Header.parse(JSON.parse(file.toString("utf8", 0, at)));
  // Copied, because floats must be aligned to four bytes.
  const take = (bytes: number): Uint8Array => Uint8Array.prototype.slice.call(file, at, (at += bytes));
  const embeddings = signs.map((bytes) => ({
    vector: new Float32Array(take(dimension * 4).buffer),
    signs: take(bytes),
  }));
  if (at !== file.length) throw new Error("the file of embeddings is incomplete");
  return embeddings;
}
