import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Pool } from "pg";
import { signInAt, startApiProcess, type ServerProcess } from "../bench/support/api-process.ts";
import { PASSWORD } from "../bench/support/api-rows.ts";
import { fillWithMany, type ManyRows } from "../bench/support/many-rows.ts";
import { findSequentialScans, type Captured } from "../bench/support/sequential-scans.ts";
import type { Role } from "../domain/users/user.rules.ts";
import { createTestDatabase, type TestDatabase } from "./support/test-database.ts";

/*
 * What `npm run bench:lists` checks of many lists and many rows, for those asked for most: the plan that a statement of
 * the API keeps, under its role and its policies, reads no large table from end to end. Nothing is timed.
 */

const ROWS = { projects: 200, evidence: 20_000, findings: 20_000, auditEntries: 20_000 };
const LARGE = 10_000;

let database: TestDatabase;
let pool: Pool;
let folder: string;
let api: ServerProcess;
let rows: ManyRows;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "plans-"));
  pool = new Pool({ connectionString: database.url, max: 1 });
  pool.on("error", () => undefined);
  rows = await fillWithMany(pool, ROWS);
  api = await startApiProcess({
    databaseUrl: database.url,
    folder,
    nodeOptions: ["--import", new URL("../bench/support/capture-statements.ts", import.meta.url).href],
    environment: { CAPTURE_FILE: join(folder, "statements") },
  });
}, 60_000);
afterAll(async () => {
  await api.stop();
  await pool.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function captured(): Promise<Captured[]> {
  const lines = (await readFile(join(folder, "statements"), "utf8")).trim().split("\n");
  return lines.map((line) => JSON.parse(line) as Captured);
}

const EVERYBODY: readonly Role[] = ["customer", "auditor", "manager", "admin"];
/** Totals and searches of whoever sees everything have to read everything, one way or the other. */
const MOST: readonly Role[] = ["customer", "auditor", "manager"];

const LISTS: readonly [path: string, roles: readonly Role[]][] = [
  ["/api/v1/projects", EVERYBODY],
  ["/api/v1/evidence", EVERYBODY],
  ["/api/v1/evidence?sort=title", EVERYBODY],
  ["/api/v1/evidence?search=policy", MOST],
  ["/api/v1/evidence?tag=round-3", MOST],
  ["/api/findings", MOST],
  ["/api/findings?status=open&severity=High&sort=severity", EVERYBODY],
  ["/api/findings?overdue=true&sort=due_date&order=asc", EVERYBODY],
  ["/api/findings/stats", MOST],
  ["/api/v1/audit-log", ["auditor", "manager", "admin"]],
  ["/api/v1/audit-log?action=finding.created", ["auditor", "manager", "admin"]],
];

test("no list reads a large table from end to end", async () => {
  for (const role of EVERYBODY) {
    const headers = await signInAt(api.origin, rows.emails[role], PASSWORD);
    for (const [path] of LISTS.filter(([, roles]) => roles.includes(role)))
      expect([path, (await fetch(`${api.origin}${path}`, { headers })).status]).toEqual([path, 200]);
  }
  const statements = await captured();
  expect(statements.filter(({ text }) => text.includes('from "evidence"')).length).toBeGreaterThan(4);
  expect(await findSequentialScans({ pool, url: database.url }, statements, LARGE)).toEqual([]);
}, 60_000);

test("a list that would is told of", async () => {
  const text = "select count(*) from evidence where file_name = $1";
  const found = await findSequentialScans(
    { pool, url: database.url },
    [{ text, options: "-c role=compliance_app" }],
    LARGE,
  );
  expect(found).toEqual([{ table: "evidence", text }]);
});
