import { countWaiting, verifyAudit } from "../domain/audit-log/verify-audit.ts";
import type { ChainHead } from "../domain/audit-log/audit-chain.rules.ts";
import { entities } from "../domain/entities.ts";
import { createOrm, NO_LIMITS } from "../platform/database/orm.ts";
import { readArgs } from "./read-args.ts";
import { readConfig } from "./read-config.ts";
import { checkDatabase } from "./stack/check-database.ts";
import { reportFailure, StackError } from "./stack/stack-error.ts";

const HELP = `npm run audit:verify [-- --expect POSITION:HASH]

Verifies the audit log from its first entry to its last, and exits with 1 at the first entry that was altered, removed
or inserted. At the end it prints the head as POSITION:HASH: keep it where no one with access to the database can change
it.

--expect POSITION:HASH   require a head from an earlier run in the chain; otherwise, entries may have been removed from
                         the end, or the whole chain replaced, without a trace
`;
const HEAD = /^([1-9]\d{0,15}):([0-9a-f]{64})$/;

function expectedHead(text: string | undefined): ChainHead | null {
  if (text === undefined) return null;
  const [, position, hash] = HEAD.exec(text) ?? [];
  if (position === undefined || hash === undefined)
    throw new StackError("--expect takes POSITION:HASH, as an earlier run printed it");
  return { position: Number(position), hash };
}

const log = (text: string): void => void process.stdout.write(`${text}\n`);

async function verify(expected: ChainHead | null): Promise<void> {
  const config = readConfig();
  await checkDatabase(config.DATABASE_URL);
  const orm = await createOrm(config, entities, "owner", NO_LIMITS);
  try {
    const em = orm.em.fork();
    const onProgress = (verified: number): void => log(`verified up to ${verified}`);
    const { head, problem } = await verifyAudit(em, { expected, onProgress });
    if (problem === null) {
      log(`The audit log is intact: ${head.position} entries, ${await countWaiting(em)} not chained yet.`);
      return log(`Head: ${head.position}:${head.hash}`);
    }
    log(`The audit log is broken at position ${problem.position}: ${problem.fault}.`);
    process.exitCode = 1;
  } finally {
    await orm.close();
  }
}

const options = { expect: { type: "string" } } as const;
const expected = readArgs({ help: HELP, options }, (values) => expectedHead(values.expect));
await verify(expected).catch(reportFailure);
