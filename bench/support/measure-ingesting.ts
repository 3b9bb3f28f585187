import { seededRandom } from "../../testkit/seeded-random.ts";
import { syntheticQuery } from "../../testkit/synthetic-chunks.ts";
import { benchDocument, createBenchCaller } from "./bench-caller.ts";
import type { ServedSearch } from "./serve-bench-search.ts";
import { startBenchProduct } from "./start-bench-product.ts";

const DOCUMENTS = 24;
const PAGES = 40;
const QUERIES = 200;
const SEED = 5;

async function askAlone(search: ServedSearch, random: () => number, until: AbortSignal): Promise<number[]> {
  const took: number[] = [];
  while (took.length < QUERIES && !until.aborted) {
    const milliseconds = await search.ask(syntheticQuery(random));
    if (milliseconds === null) throw new Error("A search was refused");
    took.push(milliseconds);
  }
  return took;
}

/**
 * Milliseconds of searches one after the other, with an idle worker beside them, and while it reads 24 PDFs
 * of 40 pages of another project; at most 200 each.
 */
export async function measureIngesting(
  search: ServedSearch,
  random: () => number,
): Promise<{ idle: number[]; ingesting: number[] }> {
  const product = await startBenchProduct();
  try {
    const caller = await createBenchCaller(product.api.origin, product.pool);
    const idle = await askAlone(search, random, new AbortController().signal);
    const file = await benchDocument(PAGES, seededRandom(SEED));
    const ids = await Promise.all(Array.from({ length: DOCUMENTS }, () => caller.upload(file)));
    const read = new AbortController();
    const { signal } = read;
    const reading = Promise.all(ids.map((id) => caller.untilRead(id, { pollMs: 1_000 }))).finally(() =>
      read.abort(),
    );
    const [ingesting] = await Promise.all([askAlone(search, random, signal), reading]);
    return { idle, ingesting };
  } finally {
    await product.stop();
  }
}
