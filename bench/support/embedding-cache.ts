import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Embedding } from "../../retrieval/embedding/embedding.ts";
import type { Embedder } from "../../retrieval/embedding/embedder.ts";

const BATCH = 256;

/**
 * Named by the model's bytes and the texts, so that another conversion of the same model gets another file.
 */
function nameOf(modelBytes: Buffer, texts: readonly string[]): string {
  const hash = createHash("sha256").update(createHash("sha256").update(modelBytes).digest());
  for (const text of texts) hash.update(`${text.length}\n${text}`);
  return hash.digest("hex");
}

/** The vectors as consecutive 32-bit floats; each passage's signs are preceded by their length. */
const pack = (embeddings: readonly Embedding[]): { vectors: Buffer; signs: Buffer } => ({
  vectors: Buffer.concat(
    embeddings.map(({ vector }) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)),
  ),
  signs: Buffer.concat(
    embeddings.flatMap(({ signs }) => {
      const length = Buffer.alloc(4);
      length.writeUInt32LE(signs.length);
      return [length, signs];
    }),
  ),
});

function unpack(files: { vectors: Buffer; signs: Buffer }, count: number, dimension: number): Embedding[] {
  const { buffer, byteOffset, byteLength } = files.vectors;
  const floats = new Float32Array(buffer, byteOffset, byteLength / 4);
  let at = 0;
  return Array.from({ length: count }, (_, i) => {
    const start = at + 4;
    at = start + files.signs.readUInt32LE(at);
    return {
      vector: floats.slice(i * dimension, (i + 1) * dimension),
      signs: files.signs.subarray(start, at),
    };
  });
}

async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.part`, bytes);
  await rename(`${path}.part`, path);
}

/** Embeds texts, or reads the results of an earlier run in `folder`. `onProgress` gets the number done. */
export async function embedCached(
  options: { embedder: Pick<Embedder, "embedPassages" | "dimension">; folder: string; modelBytes: Buffer },
  texts: readonly string[],
  onProgress: (done: number) => void = () => undefined,
): Promise<Embedding[]> {
  const { embedder, folder, modelBytes } = options;
  const path = `${folder}/${nameOf(modelBytes, texts)}`;
  try {
    const [vectors, signs] = await Promise.all([readFile(`${path}.f32`), readFile(`${path}.signs`)]);
    return unpack({ vectors, signs }, texts.length, embedder.dimension);
  } catch {
    // Not cached yet.
  }
  const embeddings: Embedding[] = [];
  for (let at = 0; at < texts.length; at += BATCH) {
    embeddings.push(...(await embedder.embedPassages(texts.slice(at, at + BATCH))));
    onProgress(embeddings.length);
  }
  const packed = pack(embeddings);
  await writeWhole(`${path}.f32`, packed.vectors);
  await writeWhole(`${path}.signs`, packed.signs);
  return embeddings;
}
