import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runChaos, type ChaosOptions } from "./chaos/run-chaos.ts";
import { readArgs } from "./read-args.ts";
import { readNumber } from "./read-number.ts";
import { onStopSignals } from "./stack/signals.ts";
import { reportFailure, StackError } from "./stack/stack-error.ts";
import { createSupervisor } from "./stack/supervisor.ts";

const HELP = `npm run chaos [-- --minutes 10 --seed N --hands 3 --only TEXT --hold N --pairs --keep]

Runs the product on separate servers under a mixed load (uploads, reviews, deletions, findings, searches, webhooks),
while API, worker, search service, PostgreSQL, Temporal and Elasticsearch are killed, paused and disconnected in an
order that the seed determines. Afterwards it compares the answers that callers got with what is stored, from outside
the product, and exits with 1 if they differ. Linux only. Results: docs/reliability.md.

--minutes N   how long faults are injected (10)
--seed N      determines the faults and their times, but not what callers do at that moment (random)
--hands N     callers of each of the two companies (3)
--only TEXT   faults whose name contains this, such as "kill postgres", "api-" or "disk|clock"
--hold N      seconds that each fault lasts (2 to 12, at random)
--pairs       two API processes, which callers use in turn, and two workers; never both of a pair fail at once
--keep        keep data and logs after a success; after a failure they are always kept
`;

const supervisor = createSupervisor();
const options = {
  minutes: { type: "string", default: "10" },
  seed: { type: "string" },
  hands: { type: "string", default: "3" },
  only: { type: "string", default: "" },
  hold: { type: "string" },
  pairs: { type: "boolean", default: false },
  keep: { type: "boolean", default: false },
} as const;
const { keep, ...wanted } = readArgs({ help: HELP, options }, (values) => ({
  minutes: readNumber("minutes", values.minutes, { from: 0.1, isWhole: false }),
  seed: values.seed === undefined ? Date.now() % 1_000_000 : readNumber("seed", values.seed),
  hands: readNumber("hands", values.hands),
  only: values.only,
  hold: values.hold === undefined ? null : readNumber("hold", values.hold),
  pairs: values.pairs,
  keep: values.keep,
}));
const dataDir = mkdtempSync(join(tmpdir(), "compliance-chaos-"));
// The servers' own user must reach its folders inside.
chmodSync(dataDir, 0o755);
const chaos: ChaosOptions = { ...wanted, supervisor, dataDir };
let isWell = false;
onStopSignals(() => void supervisor.stopAll());
try {
  if (process.platform !== "linux")
    throw new StackError("npm run chaos needs Linux, because it finds the children of a process in /proc.");
  isWell = await runChaos(chaos);
} catch (error) {
  if (!supervisor.isStopping()) reportFailure(error);
} finally {
  await supervisor.stopAll();
}
if (isWell && !keep) rmSync(dataDir, { recursive: true, force: true });
else console.log(`Data and logs: ${dataDir}`);
// Interrupted work may leave open connections.
process.exit(isWell ? 0 : 1);
