import { verifyAudit } from "../../../domain/audit-log/verify-audit.ts";
import type { Role } from "../../../domain/users/user.rules.ts";
import type { Orm } from "../../../platform/database/orm.ts";
import type { Company } from "../load/company.ts";
import { WRITES, type Ledger } from "../load/ledger.ts";
import type { PatientClient } from "../load/patient-client.ts";
import type { Receiver } from "../load/receiver.ts";
import type { Stage } from "../stage.ts";
import type { Strike } from "../storm.ts";
import { checkAudit } from "./check-audit.ts";
import { checkFigures } from "./check-figures.ts";
import { checkReceipts } from "./check-receipts.ts";
import { checkLedger } from "./check-ledger.ts";
import { checkRemains } from "./check-remains.ts";
import { checkRows } from "./check-rows.ts";
import { checkWalks } from "./check-walks.ts";
import type { Person } from "./person.ts";
import { readMarked } from "./read-marked.ts";
import { readTruth } from "./read-truth.ts";

const RECOVERY_MS = 30_000;

/** Faults by kind, each a sentence. Empty if all is well. */
export type Verdict = Record<string, string[]>;

export interface Evidence {
  stage: Stage;
  orm: Orm;
  companies: readonly Company[];
  receiver: Receiver;
  ledger: Ledger;
  strikes: readonly Strike[];
  drained: { stuck: string[] };
}

const personOf = (client: PatientClient): Person => ({
  id: client.id,
  role: client.role as Role,
  managerId: null,
  get: (path) => client.get(path),
});

const lateStrikes = (strikes: readonly Strike[]): string[] =>
  strikes
    .filter(({ recoveredMs }) => recoveredMs === null || recoveredMs > RECOVERY_MS)
    .map(({ names, recoveredMs, trouble }) => {
      const reported = recoveredMs === null ? "never" : `${(recoveredMs / 1_000).toFixed(1)} s`;
      return `${names.join(" + ")}: well after ${reported} (${trouble})`;
    });

/** Faults that the product noticed in no strike: they prove nothing. */
function idleFaults(strikes: readonly Strike[]): string[] {
  const noticed = new Set(
    strikes.flatMap(({ names, unnoticed }) => names.filter((name) => !unnoticed.includes(name))),
  );
  const struck = new Set(strikes.flatMap(({ names }) => names));
  return [...struck].filter((name) => !noticed.has(name)).map((name) => `the product never noticed: ${name}`);
}

/** Without load, every other check passes. */
function idleLoad({ writes, searches }: Ledger, strikes: readonly Strike[]): string[] {
  const done = (kind: string): number =>
    writes.filter((entry) => entry.kind === kind && entry.outcome.kind === "acknowledged").length;
  const [few, kinds] = [strikes.length, Map.groupBy(writes, ({ kind }) => kind)];
  return [
    ...WRITES.filter((kind) => done(kind) < few / 2).map(
      (kind) => `only ${done(kind)} of ${kinds.get(kind)?.length ?? 0} ${kind} were acknowledged`,
    ),
    ...(searches.answered < few ? [`only ${searches.answered} searches were answered`] : []),
  ];
}

/** Compares the answers that callers got with the stored data, bypassing the product's own code. */
export async function judge(evidence: Evidence): Promise<Verdict> {
  const { stage, orm, companies, receiver, ledger, strikes, drained } = evidence;
  const truth = await readTruth(orm, companies[0]!.hooks[0]!.since);
  const people = companies.flatMap(({ customer, auditor }) => [personOf(customer), personOf(auditor)]);
  const { problem } = await verifyAudit(orm.em.fork(), { expected: null, onProgress: () => undefined });
  return {
    "acknowledged writes exist exactly once": [
      ...checkLedger(truth, await readMarked(orm), ledger),
      ...checkRows(truth),
      ...truth.projects
        .filter(({ id }) => ledger.deletedProjects.includes(id))
        .map(({ id }) => `the deletion of project ${id} was acknowledged, but it exists`),
    ],
    "nothing is stuck": drained.stuck,
    "files, passages and rows agree": await checkRemains(stage.config, truth),
    "events reach those who may receive them, and no one else": checkReceipts(truth, companies, receiver),
    "every state change is allowed": checkWalks(truth, people),
    "the audit log is complete": [
      ...checkAudit(truth),
      ...(problem === null ? [] : [`position ${problem.position}: ${problem.fault}`]),
    ],
    "figures match the rows": await checkFigures(truth, people),
    "searches leak nothing": ledger.leaks,
    "searches find the extracted text": ledger.misses,
    "no internal errors": [...new Set(ledger.errors)],
    "recovery within 30 s of each repair": lateStrikes(strikes),
    "the product noticed each fault": idleFaults(strikes),
    "callers got work done": idleLoad(ledger, strikes),
  };
}
