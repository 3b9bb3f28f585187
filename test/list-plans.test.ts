import { beforeAll, expect, test } from "@jest/globals";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Pool } from "pg";
import { signInAt, startApiProcess, type ServerProcess } from "../testkit/api-process.ts";
import { PASSWORD } from "../testkit/api-rows.ts";
import { fillWithMany, type ManyRows } from "../testkit/many-rows.ts";
import { findSequentialScans, type Captured } from "../testkit/sequential-scans.ts";
import type { Role } from "../domain/users/user.rules.ts";
import { createTestDatabase } from "./support/test-database.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";
import { makeTestFolder } from "./support/make-test-folder.ts";

/*
 * What `npm run bench:lists` checks for many lists and rows, here for the most used ones: under the API's
 * role and policies, the query plan never scans a large table. Nothing is timed.
 */

const ROWS = { projects: 200, evidence: 20_000, findings: 20_000, auditEntries: 20_000 };
const LARGE = 10_000;

const database = await stopAfterAll(createTestDatabase());
const pool = new Pool({ connectionString: database.url, max: 1 });
await stopAfterAll({ stop: () => pool.end() });
const folder = await makeTestFolder();
let api: ServerProcess;
let rows: ManyRows;

beforeAll(async () => {
  rows = await fillWithMany(pool, ROWS);
  api = await stopAfterAll(
    startApiProcess({
      databaseUrl: database.url,
      folder,
      nodeOptions: ["--import", new URL("../testkit/capture-statements.ts", import.meta.url).href],
      environment: { CAPTURE_FILE: join(folder, "statements") },
    }),
  );
});

async function captured(): Promise<Captured[]> {
  const lines = (await readFile(join(folder, "statements"), "utf8")).trim().split("\n");
  return lines.map((line) => JSON.parse(line) as Captured);
}

const EVERYONE: readonly Role[] = ["customer", "auditor", "manager", "admin"];
const LISTS: readonly [path: string, roles: readonly Role[]][] = [
  ["/api/v1/projects", EVERYONE],
  ["/api/v1/evidence", EVERYONE],
  ["/api/v1/evidence?sort=title", EVERYONE],
  ["/api/v1/evidence?search=policy", EVERYONE],
  ["/api/v1/evidence?tag=round-3", EVERYONE],
  ["/api/v1/evidence?control_id=C7", EVERYONE],
  ["/api/v1/evidence?page=50", EVERYONE],
  ["/api/v1/evidence?uploaded_by=me", EVERYONE],
  ["/api/v1/evidence?owner_id=me", EVERYONE],
  ["/api/v1/evidence?reviewable=true", EVERYONE],
  ["/api/v1/evidence/stats", EVERYONE],
  ["/api/findings?search=cipher", EVERYONE],
  ["/api/findings", EVERYONE],
  ["/api/findings?sort=status&order=desc", EVERYONE],
  ["/api/findings?status=open&severity=High&sort=severity", EVERYONE],
  ["/api/findings?overdue=true&sort=due_date&order=asc", EVERYONE],
  ["/api/findings/stats", EVERYONE],
  ["/api/v1/audit-log", ["auditor", "manager", "admin"]],
  ["/api/v1/audit-log?search=finding", ["auditor", "manager", "admin"]],
  ["/api/v1/audit-log?action=finding.created", ["auditor", "manager", "admin"]],
];

test("no list has a sequential scan of a large table", async () => {
  for (const role of EVERYONE) {
    const headers = await signInAt(api.origin, rows.emails[role], PASSWORD);
    for (const [path] of LISTS.filter(([, roles]) => roles.includes(role)))
      expect([path, (await fetch(`${api.origin}${path}`, { headers })).status]).toEqual([path, 200]);
  }
  const statements = await captured();
  expect(statements.filter(({ text }) => text.includes('from "evidence"')).length).toBeGreaterThan(4);
  expect(await findSequentialScans({ pool, url: database.url }, statements, LARGE)).toEqual([]);
});

interface ListAnswer {
  data: { evidence: { id: string; uploaded_at: string }[]; pagination: { total: number } };
}

/**
 * Plans differ between few and many rows, and between the first page and later ones: see domain/listing.ts.
 */
test.each(EVERYONE)(
  "the pages of a list follow its order (%s)",
  async (role) => {
    const headers = await signInAt(api.origin, rows.emails[role], PASSWORD);
    const pageOf = async (query: string) => {
      const response = await fetch(`${api.origin}/api/v1/evidence?${query}`, { headers });
      return ((await response.json()) as ListAnswer).data;
    };
    for (const narrowing of ["limit=100", "limit=100&search=policy", "limit=100&tag=round-3"]) {
      const { pagination } = await pageOf(narrowing);
      const pages = Math.min(12, Math.ceil(pagination.total / 100));
      const answered = [];
      for (let page = 1; page <= pages; page += 1)
        answered.push(...(await pageOf(`${narrowing}&page=${page}`)).evidence);
      expect(answered.length).toBe(Math.min(1_200, pagination.total));
      expect(new Set(answered.map(({ id }) => id)).size).toBe(answered.length);
      const keys = answered.map(({ uploaded_at, id }) => `${uploaded_at} ${id}`);
      expect(keys).toEqual(keys.toSorted().toReversed());
    }
    expect((await pageOf("page=10000")).evidence).toEqual([]);
  },
  60_000,
);

test("a list with a sequential scan is reported", async () => {
  const text = "select count(*) from evidence where file_name = $1";
  const found = await findSequentialScans(
    { pool, url: database.url },
    [{ text, options: "-c role=compliance_app" }],
    LARGE,
  );
  expect(found).toEqual([{ table: "evidence", text }]);
});
