import { storableSigns } from "../../retrieval/embedding/token-signs.rules.ts";
import type { Embedder } from "../../retrieval/embedding/embedder.ts";
import { seededRandom } from "../../testkit/seeded-random.ts";
import { near, syntheticText } from "../../testkit/synthetic-chunks.ts";

const EMBEDDED = 300;
const SEED = 7;

/** Any number of passages, each created again whenever it is needed: a million would not fit into memory. */
export interface BenchPassages {
  textOf(n: number): string;
  vectorOf(n: number): Float32Array;
  /** As stored. */
  signsOf(n: number): Buffer;
}

/** Embeds 300 texts. Further passages have random variations of these vectors, the signs of these texts, and texts of their own. */
export async function makeBenchPassages(
  embedder: Pick<Embedder, "embedPassages" | "model">,
): Promise<BenchPassages> {
  const random = seededRandom(SEED);
  const texts = Array.from({ length: EMBEDDED }, () => syntheticText(random));
  const base = (await embedder.embedPassages(texts)).map(({ vector, signs }) => ({
    vector,
    signs: storableSigns(signs, embedder.model),
  }));
  const baseOf = (n: number) => base[n % EMBEDDED]!;
  return {
    textOf: (n) => texts[n] ?? syntheticText(seededRandom(n)),
    vectorOf: (n) => (n < EMBEDDED ? baseOf(n).vector : near(baseOf(n).vector, seededRandom(n))),
    signsOf: (n) => baseOf(n).signs,
  };
}
