import { setTimeout as sleep } from "node:timers/promises";
import { chainAudit } from "../../domain/audit-log/chain-audit.ts";
import { entities } from "../../domain/entities.ts";
import { createOrm, NO_LIMITS, type Orm } from "../../platform/database/orm.ts";
import { createTemporalClient } from "../../platform/temporal/temporal.ts";
import { prepareModels } from "../setup/models.mjs";
import { StackError } from "../stack/stack-error.ts";
import type { Supervisor } from "../stack/supervisor.ts";
import { findUnfinished } from "./checks/find-unfinished.ts";
import { judge, type Verdict } from "./checks/judge.ts";
import { faultsOf } from "./faults.ts";
import { findTrouble } from "./find-trouble.ts";
import { createCompany, type Company } from "./load/company.ts";
import { emptyLedger, type Ledger } from "./load/ledger.ts";
import { createPatientClient } from "./load/patient-client.ts";
import { startReceiver, type Receiver } from "./load/receiver.ts";
import { runLoad } from "./load/run-load.ts";
import { seededRandom } from "../../testkit/seeded-random.ts";
import { printVerdict } from "./print-verdict.ts";
import { startStage, type Stage } from "./stage.ts";
import { runStorm, type Strike } from "./storm.ts";

/** Longer than the longest regular wait: a delivery claimed by a lost worker. */
const DRAIN_MS = 300_000;
const DRAIN_POLL_MS = 1_000;
const DRAIN_REPORT_MS = 15_000;

export interface ChaosOptions {
  minutes: number;
  seed: number;
  hands: number;
  /** Parts of the names of the selected faults, separated by `|`; empty for all. */
  only: string;
  /** Seconds that each fault lasts; null for 2 to 12. */
  hold: number | null;
  /** Whether to run two API processes and two workers. */
  pairs: boolean;
  supervisor: Supervisor;
  dataDir: string;
}

/** A recovery this slow needs its reason. */
const SLOW_MS = 10_000;

const log = (text: string): void => console.log(`  ${text}`);

async function openCompanies(stage: Stage, receiver: Receiver, ledger: Ledger): Promise<[Company, Company]> {
  const { urls } = stage;
  const onError = (text: string): void => void ledger.errors.push(text);
  const email = "admin@example.com";
  const admin = await createPatientClient({ urls, email, password: stage.password, onError });
  const setUp = { urls, admin, receiver, onError };
  return [await createCompany(setUp), await createCompany(setUp)];
}

const describe = ({ names, at, heldMs, recoveredMs, trouble, unnoticed }: Strike): string => {
  const after = `well after ${((recoveredMs ?? 0) / 1_000).toFixed(1)} s`;
  const outcome =
    recoveredMs === null
      ? `NOT WELL: ${trouble}`
      : `${after}${recoveredMs > SLOW_MS ? ` (${trouble || "one slow look"})` : ""}`;
  const idle = unnoticed.length === 0 ? "" : `; without effect: ${unnoticed.join(", ")}`;
  return `${at.toFixed(0).padStart(4)} s  ${names.join(" + ")}, ${(heldMs / 1_000).toFixed(0)} s; ${outcome}${idle}`;
};

async function rage(
  { minutes, seed, hands, only, hold }: ChaosOptions,
  stage: Stage,
  companies: [Company, Company],
  receiver: Receiver,
  ledger: Ledger,
): Promise<Strike[]> {
  const wanted = only.split("|");
  const faults = faultsOf(stage).filter(({ name }) => wanted.some((part) => name.includes(part)));
  if (faults.length === 0) throw new StackError(`No fault has "${only}" in its name.`);
  const end = Date.now() + minutes * 60_000;
  let over = false;
  const load = runLoad({ seed, hands, companies, ledger, isOver: () => over });
  const storm = runStorm({
    random: seededRandom(seed),
    faults,
    ...(hold === null ? {} : { hold: { shortestMs: hold * 1_000, longestMs: hold * 1_000, restMs: 2_000 } }),
    findTrouble: () => findTrouble(stage.urls, companies[0], receiver),
    isOver: () => Date.now() > end,
    onStrike: (strike) => log(describe(strike)),
  }).finally(() => {
    over = true;
  });
  // A bug in either ends the command, and its processes, at once.
  const [strikes] = await Promise.all([storm, load]);
  return strikes;
}

/** Waits until no work is in progress; what is left then is stuck. */
async function drain(stage: Stage, orm: Orm): Promise<{ seconds: number; stuck: string[] }> {
  const temporal = createTemporalClient({ ...stage.config, TEMPORAL_ADDRESS: stage.temporalAddress });
  const since = Date.now();
  let reportedAt = since;
  try {
    for (;;) {
      await chainAudit(orm.em);
      const stuck = await findUnfinished(orm, temporal.client);
      const seconds = (Date.now() - since) / 1_000;
      if (stuck.length === 0 || Date.now() - since > DRAIN_MS) return { seconds, stuck };
      if (Date.now() - reportedAt > DRAIN_REPORT_MS)
        log(`${stuck.length} not finished, such as: ${stuck[0]}`);
      if (Date.now() - reportedAt > DRAIN_REPORT_MS) reportedAt = Date.now();
      await sleep(DRAIN_POLL_MS);
    }
  } finally {
    await temporal.close();
  }
}

/** Runs faults and load for a while, and returns whether all checks passed. */
export async function runChaos(options: ChaosOptions): Promise<boolean> {
  const { seed, minutes, pairs, supervisor, dataDir } = options;
  log(`Seed ${seed}, ${minutes} minutes`);
  const stage = await startStage({ supervisor, dataDir, pairs, modelDir: await prepareModels(log), log });
  const receiver = await startReceiver();
  const ledger = emptyLedger();
  const companies = await openCompanies(stage, receiver, ledger);
  const calm = Date.now();
  const trouble = await findTrouble(stage.urls, companies[0], receiver);
  log(`Before the first fault, the checks of a recovery take ${((Date.now() - calm) / 1_000).toFixed(1)} s`);
  if (trouble !== null) throw new StackError(`Something is wrong before the first fault: ${trouble}.`);
  const strikes = await rage(options, stage, companies, receiver, ledger);
  log("Waiting for all work to finish");
  const orm = await createOrm(stage.config, entities, "owner", NO_LIMITS);
  try {
    const drained = await drain(stage, orm);
    const verdict: Verdict = await judge({ stage, orm, companies, receiver, ledger, strikes, drained });
    return printVerdict(verdict, { seed, ledger, strikes, drained });
  } finally {
    await orm.close();
    await receiver.stop();
    await supervisor.stopAll();
    await stage.close();
  }
}
