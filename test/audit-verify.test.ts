import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { AuditIntake } from "../domain/audit-log/audit-intake.entity.ts";
import type { ChainHead, ChainedEntry, ChainedFields } from "../domain/audit-log/audit-chain.rules.ts";
import { CHAINED, chainAudit } from "../domain/audit-log/chain-audit.ts";
import { entryHash } from "../domain/audit-log/entry-hash.ts";
import { verifyAudit } from "../domain/audit-log/verify-audit.ts";
import { entities } from "../domain/entities.ts";
import { newId } from "../platform/ids.ts";
import { createOrm, type Orm } from "../platform/database/orm.ts";
import { createTestDatabase, type TestDatabase } from "./support/test-database.ts";

const ENTRIES = 12;
const VERIFY = fileURLToPath(new URL("../dev/verify-audit.ts", import.meta.url));

let database: TestDatabase;
let orm: Orm;

async function open(): Promise<void> {
  database = await createTestDatabase();
  orm = await createOrm({ DATABASE_URL: database.url, DATABASE_POOL: 4 }, entities);
  await wait(ENTRIES);
  await chainAudit(orm.em);
}
async function close(): Promise<void> {
  await orm.close();
  await database.drop();
}

const run = <T extends object>(sql: string, parameters: unknown[] = []): Promise<T[]> =>
  orm.em.fork().execute<T[]>(sql, parameters);

/** Rows as written by commands and read access. */
async function wait(count: number, at = new Date()): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, n) => ({
    id: newId(),
    occurredAt: new Date(at.getTime() + n),
    actorId: newId(),
    action: "project.updated",
    subjectKind: "project",
    subjectId: newId(),
    data: { project: { name: `Größe "${n}"`, figure: 1.5 * n }, changed: ["name"], empty: null },
  }));
  await orm.em.fork().insertMany(AuditIntake, rows);
  return rows.map(({ id }) => id);
}

interface Ran {
  code: number;
  output: string;
}

/** Runs the command as an operator would. */
const verify = (...args: string[]): Promise<Ran> =>
  new Promise((resolve) => {
    const env = { ...process.env, NODE_ENV: "test", DATABASE_URL: database.url };
    execFile(process.execPath, [VERIFY, ...args], { env, timeout: 60_000 }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });

/** Verifies as the command does, without its process. */
const verifyHere = (expected: ChainHead | null = null) =>
  verifyAudit(orm.em.fork(), { expected, onProgress: () => undefined });
const textOf = ({ position, hash }: ChainHead): string => `${position}:${hash}`;

/** Bypasses the trigger, which only a superuser can do. */
const behindTheTrigger = (work: string, parameters: unknown[] = []): Promise<object[]> =>
  orm.em.fork().transactional(async (em) => {
    await em.execute("set local session_replication_role = replica");
    return em.execute(work, parameters);
  });

const entriesFrom = (position: number): Promise<ChainedEntry[]> =>
  run<ChainedEntry>(`select ${CHAINED} from audit_entries where position >= ${position} order by position`);

/** Forges the chain as someone who knows the algorithm but not what was recorded elsewhere. */
async function rewriteFrom(position: number): Promise<void> {
  const [before] = await run<{ hash: string }>(
    `select hash from audit_entries where position = ${position - 1}`,
  );
  let previous = before!.hash;
  for (const { hash: _hash, ...entry } of await entriesFrom(position)) {
    const fields: ChainedFields = { ...entry, action: "nothing.happened", previous_hash: previous };
    previous = entryHash(fields);
    await behindTheTrigger(
      "update audit_entries set action = ?, previous_hash = ?, hash = ? where position = ?",
      [fields.action, fields.previous_hash, previous, entry.position],
    );
  }
}

describe("npm run audit:verify", () => {
  beforeEach(open);
  afterEach(close);

  test("prints the number of entries and the head of the chain", async () => {
    const { code, output } = await verify();
    expect(output).toMatch(/intact: 12 entries, 0 not chained/);
    expect(output).toContain(`Head: ${textOf((await verifyHere()).head)}`);
    expect(code).toBe(0);
  });

  test("names the entry whose content was altered", async () => {
    await behindTheTrigger(
      `update audit_entries set data = jsonb_set(data, '{project,figure}', '7') where position = 5`,
    );
    expect(await verify()).toMatchObject({
      code: 1,
      output: expect.stringMatching(/position 5: its content/),
    });
  });

  test.each([
    ["occurred_at", "occurred_at + interval '1 microsecond'"],
    ["actor_id", "gen_random_uuid()"],
    ["request_id", "'another'"],
    ["hash", "repeat('0', 64)"],
  ])("detects a changed %s", async (column, value) => {
    await behindTheTrigger(`update audit_entries set ${column} = ${value} where position = 7`);
    const { problem } = await verifyHere();
    expect(problem).toMatchObject({ position: 7, fault: expect.stringMatching(/^its content/) });
  });

  test("names the gap of a removed entry", async () => {
    await behindTheTrigger("delete from audit_entries where position = 4");
    const { problem } = await verifyHere();
    expect(problem).toMatchObject({ position: 4, fault: expect.stringMatching(/^it is missing/) });
  });

  test("detects a truncated end with a recorded head", async () => {
    const { head } = await verifyHere();
    await behindTheTrigger("delete from audit_entries where position > 9");
    expect((await verifyHere()).problem).toBeNull();
    expect(await verify("--expect", textOf(head))).toMatchObject({
      code: 1,
      output: expect.stringMatching(/position 10: the chain ends before position 12/),
    });
  });

  test("detects a rewritten end, even after further entries, with a recorded head", async () => {
    const { head } = await verifyHere();
    await rewriteFrom(10);
    await wait(3);
    await chainAudit(orm.em);
    expect(await verifyHere()).toMatchObject({ problem: null, head: { position: 15 } });
    const { problem } = await verifyHere(head);
    expect(problem).toMatchObject({ position: 12, fault: expect.stringMatching(/^its hash differs/) });
  });

  test("finds a recorded head in a chain that has grown", async () => {
    const { head } = await verifyHere();
    await wait(3);
    await chainAudit(orm.em);
    expect(await verify("--expect", textOf(head))).toMatchObject({ code: 0 });
  });

  test("refuses an invalid head, and prints its help", async () => {
    expect(await verify("--expect", "12")).toMatchObject({
      code: 1,
      output: expect.stringMatching(/POSITION:HASH/),
    });
    expect(await verify("--help")).toMatchObject({ code: 0, output: expect.stringMatching(/--expect/) });
  });
});

describe("the chain", () => {
  beforeEach(open);
  afterEach(close);

  test("takes waiting records in order, and leaves none", async () => {
    const later = await wait(2, new Date(Date.now() + 60_000));
    const sooner = await wait(2, new Date(Date.now() + 30_000));
    expect(await chainAudit(orm.em)).toBe(4);
    expect((await entriesFrom(ENTRIES + 1)).map(({ id }) => id)).toEqual([...sooner, ...later]);
    expect(await run("select from audit_intake")).toEqual([]);
  });

  test("loses and duplicates nothing with concurrent writers", async () => {
    const ids = await wait(60);
    const rounds = Array.from({ length: 30 }, () => chainAudit(orm.em, 7));
    const done = (await Promise.all(rounds)).reduce((a, b) => a + b, 0);
    for (let more = 1; more > 0;) more = await chainAudit(orm.em, 7);
    expect(done).toBeGreaterThan(0);
    expect((await entriesFrom(ENTRIES + 1)).map(({ id }) => id)).toEqual(ids);
    expect(await verifyHere()).toMatchObject({ problem: null, head: { position: 72 } });
  });

  test("leaves waiting records in place when appending fails", async () => {
    await wait(3);
    await run("alter table audit_entries add constraint nothing_more check (position <= 13)");
    await expect(chainAudit(orm.em)).rejects.toThrow(/nothing_more/);
    expect(await run("select from audit_intake")).toHaveLength(3);
    await run("alter table audit_entries drop constraint nothing_more");
    expect(await chainAudit(orm.em)).toBe(3);
    expect(await verifyHere()).toMatchObject({ problem: null, head: { position: 15 } });
  });
});

describe("the chain's entries", () => {
  // No test changes them.
  beforeAll(open);
  afterAll(close);

  test.each(["update audit_entries set action = 'x'", "delete from audit_entries", "truncate audit_entries"])(
    "cannot be changed, even by the owner of the table: %s",
    async (sql) => {
      await expect(run(sql)).rejects.toThrow(/never changed/);
      expect(await run("select from audit_entries")).toHaveLength(ENTRIES);
    },
  );

  test.each([
    "insert into audit_entries select * from audit_entries",
    "update audit_entries set action = 'x'",
    "delete from audit_entries",
    "truncate audit_entries",
    "select * from audit_intake",
    "delete from audit_intake",
    "update audit_intake set action = 'x'",
  ])("cannot be written by the roles for callers: %s", async (sql) => {
    const attempt = orm.em.fork().transactional(async (em) => {
      await em.execute("set local role compliance_app");
      await em.execute(sql);
    });
    await expect(attempt).rejects.toThrow(/permission denied/);
  });
});
