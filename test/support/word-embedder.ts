import { createHash } from "node:crypto";
import { chunkDocument } from "../../retrieval/chunking/chunk-document.ts";
import type { Embedder } from "../../retrieval/embedding/embedder.ts";
import { termsOf } from "../../retrieval/index/stem-text.rules.ts";

const DIMENSION = 64;
/** Each word is one piece. */
const WORDS = { count: (text: string): number => text.split(/\s+/).length, specialTokens: 2 };

/** Each word has a fixed random direction; a text is the sum of its words. Similar texts share words: enough to test search without a model. */
export function wordEmbedder(): Pick<
  Embedder,
  "model" | "dimension" | "chunk" | "embed" | "embedPassages" | "embedQuery"
> {
  return {
    model: "words",
    dimension: DIMENSION,
    chunk: async (document, title) => chunkDocument(document, { title, tokenizer: WORDS }),
    embed: (texts) => Promise.resolve(texts.map(vectorOf)),
    embedPassages: (texts) =>
      Promise.resolve(texts.map((text) => ({ vector: vectorOf(text), signs: new Uint8Array() }))),
    embedQuery: (text) => Promise.resolve({ vector: vectorOf(text), pieces: [], weights: [] }),
  };
}

function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(DIMENSION).fill(0.001);
  for (const term of termsOf(text))
    for (const [i, byte] of createHash("sha512").update(term).digest().entries())
      vector[i] = (vector[i] ?? 0) + (byte - 127.5) / 127.5;
  const length = Math.hypot(...vector);
  return vector.map((component) => component / length);
}
