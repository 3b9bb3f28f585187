import type { Verdict } from "./checks/judge.ts";
import type { Ledger } from "./load/ledger.ts";
import type { Strike } from "./storm.ts";

const SHOWN = 10;

interface About {
  seed: number;
  ledger: Ledger;
  strikes: readonly Strike[];
  drained: { seconds: number };
}

function summary({ seed, ledger, strikes, drained }: About): string {
  const count = (kind: string): number => ledger.writes.filter(({ outcome }) => outcome.kind === kind).length;
  const { answered, degraded, away } = ledger.searches;
  const slowest = Math.max(0, ...strikes.map(({ recoveredMs }) => recoveredMs ?? Infinity)) / 1_000;
  const recovery = slowest === Infinity ? "one recovery failed" : `slowest recovery ${slowest.toFixed(1)} s`;
  return [
    `Seed ${seed}: ${strikes.length} faults, ${recovery}.`,
    `Writes: ${count("acknowledged")} acknowledged, ${count("refused")} refused, ${count("unknown")} unknown.`,
    `Searches: ${answered} answered, ${degraded} degraded, ${away} refused. All work had finished after ${drained.seconds.toFixed(0)} s.`,
  ].join("\n");
}

/** Prints the result, and returns whether everything is as expected. */
export function printVerdict(verdict: Verdict, about: About): boolean {
  console.log(`\n${summary(about)}\n`);
  for (const [what, faults] of Object.entries(verdict)) {
    console.log(`${faults.length === 0 ? "✓" : "✗"} ${what}`);
    for (const fault of faults.slice(0, SHOWN)) console.log(`    ${fault}`);
    if (faults.length > SHOWN) console.log(`    and ${faults.length - SHOWN} more`);
  }
  return Object.values(verdict).every((faults) => faults.length === 0);
}
