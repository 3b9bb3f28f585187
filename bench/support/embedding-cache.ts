import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Embedder } from "../../retrieval/embedding/embedder.ts";

const BATCH = 256;

/**
 * Named by the model's bytes and the texts, so that another conversion of the same model gets another file.
 */
function nameOf(modelBytes: Buffer, texts: readonly string[]): string {
  const hash = createHash("sha256").update(createHash("sha256").update(modelBytes).digest());
  for (const text of texts) hash.update(`${text.length}\n${text}`);
  return `${hash.digest("hex")}.f32`;
}

/** Embeds texts, or reads the vectors of an earlier run in `folder`. `onProgress` gets the number done. */
export async function embedCached(
  options: { embedder: Pick<Embedder, "embed" | "dimension">; folder: string; modelBytes: Buffer },
  texts: readonly string[],
  onProgress: (done: number) => void = () => undefined,
): Promise<Float32Array[]> {
  const { embedder, folder, modelBytes } = options;
  const path = `${folder}/${nameOf(modelBytes, texts)}`;
  const floats = await readFile(path).then(
    (bytes) => new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4),
    () => null,
  );
  if (floats !== null) {
    const { dimension } = embedder;
    return texts.map((_, i) => floats.slice(i * dimension, (i + 1) * dimension));
  }
  const vectors: Float32Array[] = [];
  for (let at = 0; at < texts.length; at += BATCH) {
    vectors.push(...(await embedder.embed(texts.slice(at, at + BATCH))));
    onProgress(vectors.length);
  }
  await mkdir(dirname(path), { recursive: true });
  await writeFile(
    `${path}.part`,
    Buffer.concat(vectors.map((vector) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength))),
  );
  await rename(`${path}.part`, path);
  return vectors;
}
