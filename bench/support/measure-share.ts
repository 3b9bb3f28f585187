import { setTimeout as sleep } from "node:timers/promises";
import { percentile } from "../../testkit/percentiles.ts";

/** One kind of work for which callers compete. */
export interface ShareKind {
  name: string;
  /** The number of requests of the quiet caller, alone and beside the greedy one. */
  samples: number;
  /** One request of the quiet caller: its milliseconds, or null if it was refused. */
  quiet(): Promise<number | null>;
  /** One request of the greedy caller: whether it was served. May end early once the signal aborts. */
  greedy(signal: AbortSignal): Promise<boolean>;
}

const WARM_UP = 3;
/** Lets the greedy caller's work queue up before the quiet caller's arrives. */
const HEAD_START_MS = 1_000;
/** A well-behaved client: 429 and 503 say when to retry. */
const REFUSED_MS = 1_000;

export const SHARES_HEAD = `| kind | samples | alone p50 ms | alone p99 ms | beside p50 ms | beside p99 ms | p99 beside : alone | quiet refused | greedy served/s | greedy refused |
|--|--|--|--|--|--|--|--|--|--|`;

async function askQuietly({ samples, quiet }: ShareKind): Promise<{ took: number[]; refused: number }> {
  const took: number[] = [];
  let refused = 0;
  for (let i = 0; i < samples; i++) {
    const milliseconds = await quiet();
    if (milliseconds === null) refused += 1;
    else took.push(milliseconds);
  }
  return { took, refused };
}

/** Keeps this many of the greedy caller's requests running until stopped; returns their results. */
function askGreedily({ greedy }: ShareKind, parallel: number) {
  const stopping = new AbortController();
  const [start, counts] = [performance.now(), { served: 0, refused: 0 }];
  const one = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const served = await greedy(stopping.signal);
      if (stopping.signal.aborted) return;
      counts[served ? "served" : "refused"] += 1;
      if (!served) await sleep(REFUSED_MS);
    }
  };
  const all = Promise.all(Array.from({ length: parallel }, one));
  return async () => {
    stopping.abort();
    const perSecond = counts.served / ((performance.now() - start) / 1_000);
    await all;
    return { perSecond, refused: counts.refused };
  };
}

/**
 * A row of the table: the waits of the quiet caller alone, and beside a greedy one with this many running
 * requests.
 */
export async function measureShare(kind: ShareKind, parallel: number): Promise<string> {
  await askQuietly({ ...kind, samples: WARM_UP });
  const alone = await askQuietly(kind);
  const stop = askGreedily(kind, parallel);
  await sleep(HEAD_START_MS);
  const beside = await askQuietly(kind);
  const { perSecond, refused } = await stop();
  const [p50, p99] = [0.5, 0.99].map((share) => [alone, beside].map(({ took }) => percentile(took, share)));
  const figures = [p50![0], p99![0], p50![1], p99![1]].map((ms) => ms!.toFixed(0));
  const ratio = (p99![1]! / p99![0]!).toFixed(1);
  return `| ${[kind.name, kind.samples, ...figures, ratio, alone.refused + beside.refused, perSecond.toFixed(1), refused].join(" | ")} |`;
}
