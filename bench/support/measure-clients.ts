import { syntheticQuery } from "../../testkit/synthetic-chunks.ts";
import type { ServedSearch } from "./serve-bench-search.ts";

const SECONDS = 10;

/** Searches of concurrent callers, each sending the next one after the last one's answer. */
export interface ClientFigures {
  perSecond: number;
  /** Milliseconds of each search. */
  took: number[];
  /** Searches that waited too long for their turn. */
  refused: number;
}

/** Keeps this many users searching for 10 seconds. */
export async function measureClients(
  search: ServedSearch,
  clients: number,
  random: () => number,
): Promise<ClientFigures> {
  const took: number[] = [];
  let refused = 0;
  const start = performance.now();
  const end = start + SECONDS * 1_000;
  const ask = async (userId: string): Promise<void> => {
    const milliseconds = await search.ask(syntheticQuery(random), userId);
    if (milliseconds === null) refused += 1;
    else took.push(milliseconds);
  };
  await Promise.all(
    Array.from({ length: clients }, async (_, n) => {
      while (performance.now() < end) await ask(`bench-${n}`);
    }),
  );
  return { perSecond: (took.length * 1_000) / (performance.now() - start), took, refused };
}
