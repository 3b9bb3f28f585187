import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readArgs } from "../dev/read-args.ts";
import { readNumber } from "../dev/read-number.ts";
import { ROLES, type Role } from "../domain/users/user.rules.ts";
import { signInAt, startApiProcess } from "../testkit/api-process.ts";
import { PASSWORD } from "../testkit/api-rows.ts";
import { listPaths } from "./support/list-paths.ts";
import { startLoadClient, type LoadClient } from "./support/load-client.ts";
import { fillWithMany, type ManyRows } from "../testkit/many-rows.ts";
import { percentile } from "../testkit/percentiles.ts";
import { createScratchPlace } from "../testkit/scratch-place.ts";
import { findSequentialScans, type Captured } from "../testkit/sequential-scans.ts";
import { describeMachine, log } from "./support/log.ts";

const HELP = `npm run bench:lists [-- --projects 1000 --rows 100000 --seconds 1 --connections 2 --only TEXT]

Measures how long each list takes, for a caller of each role, with 1,000 projects and 100,000 rows each of evidence,
findings and audit log; and whether the database scans a large table completely. The API runs in a separate process in
production mode and is called over HTTP. Uses the configured PostgreSQL (16 or later), in a separate database. Exits
with 1 if a p95 is not below 50 ms, or if a large table is scanned completely. --only measures the paths that contain
TEXT.
`;

const TARGET_MS = 50;
/** A sequential scan of smaller tables is faster than an index. */
const LARGE = 10_000;

const options = {
  projects: { type: "string", default: "1000" },
  rows: { type: "string", default: "100000" },
  seconds: { type: "string", default: "1" },
  connections: { type: "string", default: "2" },
  only: { type: "string", default: "" },
} as const;
const values = readArgs({ help: HELP, options }, ({ projects, rows, seconds, connections, only }) => ({
  projects: readNumber("projects", projects),
  rows: readNumber("rows", rows),
  seconds: readNumber("seconds", seconds, { from: 0.1, isWhole: false }),
  connections: readNumber("connections", connections),
  only,
}));

interface Measured {
  path: string;
  role: Role;
  latencies: number[];
}

const at = (share: number, { latencies }: Measured): number => percentile(latencies, share);

/** The path for the table: ids and times vary between runs. */
const nameOf = (path: string, { projectId }: ManyRows): string => path.replace(projectId, "ID");

async function measureAll(client: LoadClient, origin: string, rows: ManyRows): Promise<Measured[]> {
  const measured: Measured[] = [];
  const headers = new Map<Role, Record<string, string>>();
  for (const role of ROLES) headers.set(role, await signInAt(origin, rows.emails[role], PASSWORD));
  log("| list | role | p10 ms | p50 ms | p95 ms | p99 ms |\n|--|--|--|--|--|--|");
  for (const { path, roles } of listPaths(rows).filter((list) => list.path.includes(values.only)))
    for (const role of roles ?? ROLES) {
      const load = { origin, path, headers: headers.get(role)!, connections: values.connections };
      await client.run({ ...load, seconds: 0.1 });
      const { latencies } = await client.run({ ...load, seconds: values.seconds });
      const leg = { path, role, latencies };
      const times = [0.1, 0.5, 0.95, 0.99].map((share) => at(share, leg).toFixed(1));
      log(`| ${nameOf(path, rows)} | ${role} | ${times.join(" | ")} |`);
      measured.push(leg);
    }
  return measured;
}

async function readCaptured(file: string): Promise<Captured[]> {
  const lines = (await readFile(file, "utf8")).trim().split("\n");
  return lines.map((line) => JSON.parse(line) as Captured);
}

async function bench(): Promise<void> {
  const { config, pool, remove } = await createScratchPlace();
  const { DATABASE_URL: databaseUrl, DATA_DIR: folder } = config;
  const client = startLoadClient();
  const stops: (() => Promise<void>)[] = [];
  try {
    const many = values.rows;
    const amounts = {
      projects: values.projects,
      evidence: many,
      findings: many,
      auditEntries: many,
    };
    const rows = await fillWithMany(pool, amounts);
    const file = join(folder, "statements.jsonl");
    const api = await startApiProcess({
      databaseUrl,
      folder,
      nodeOptions: ["--import", new URL("../testkit/capture-statements.ts", import.meta.url).href],
      environment: { CAPTURE_FILE: file },
    });
    stops.push(() => api.stop());
    log(`${describeMachine()}; ${values.connections} connections\n`);
    const measured = await measureAll(client, api.origin, rows);
    const slow = measured.filter((leg) => at(0.95, leg) >= TARGET_MS);
    const captured = await readCaptured(file);
    const scans = await findSequentialScans({ pool, url: databaseUrl }, captured, LARGE);
    log(`\np95 below ${TARGET_MS} ms: ${measured.length - slow.length} of ${measured.length}`);
    // Other load on the machine hardly affects the fastest tenth.
    const planned = measured.filter((leg) => at(0.1, leg) < TARGET_MS);
    log(`p10 below ${TARGET_MS} ms: ${planned.length} of ${measured.length}`);
    log(`Statements: ${captured.length}; with a large table read from end to end: ${scans.length}`);
    for (const { table, text } of scans) log(`  ${table}: ${text}`);
    process.exitCode = slow.length + scans.length === 0 ? 0 : 1;
  } finally {
    client.stop();
    for (const stop of stops) await stop();
    await remove();
  }
}

await bench();
