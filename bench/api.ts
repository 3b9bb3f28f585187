import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { readArgs } from "../dev/read-args.ts";
import { readNumber } from "../dev/read-number.ts";
import { loadConfig } from "../platform/config.ts";
import { signInAt, startApiProcess, startServerProcess, type ServerProcess } from "../testkit/api-process.ts";
import { PASSWORD, fillForApi, type ApiRows } from "../testkit/api-rows.ts";
import { startLoadClient, type LoadClient } from "./support/load-client.ts";
import { percentile } from "../testkit/percentiles.ts";
import { createScratchDatabase } from "../testkit/scratch-database.ts";

const HELP = `npm run bench:api [-- --rounds 6 --seconds 5 --connections 16 --projects 100]

Compares requests per second and p99 of the API with a bare Express + pg handler that answers with the same rows in the
same bytes, on the same PostgreSQL: a page of 20 projects, and one piece of evidence. The API runs in a separate process
in production mode with everything enabled: sign-in, limits, access rules, headers, logging. The two take turns, round
by round, so that both see the same machine. Uses the configured PostgreSQL, in a separate database.
`;

const WARM_UP_SECONDS = 3;

const options = {
  rounds: { type: "string", default: "6" },
  seconds: { type: "string", default: "5" },
  connections: { type: "string", default: "16" },
  projects: { type: "string", default: "100" },
} as const;
const values = readArgs({ help: HELP, options }, ({ rounds, seconds, connections, projects }) => ({
  rounds: readNumber("rounds", rounds),
  seconds: readNumber("seconds", seconds, { from: 0.1, isWhole: false }),
  connections: readNumber("connections", connections),
  projects: readNumber("projects", projects),
}));

interface Server extends ServerProcess {
  headers: Record<string, string>;
}

const log = (line: string) => process.stdout.write(`${line}\n`);

async function startProduct(databaseUrl: string, folder: string, rows: ApiRows): Promise<Server> {
  const server = await startApiProcess({ databaseUrl, folder });
  return { ...server, headers: await signInAt(server.origin, rows.email, PASSWORD) };
}

async function startBare(databaseUrl: string, folder: string, rows: ApiRows): Promise<Server> {
  const server = await startServerProcess({
    args: ["bench/support/bare-api.ts"],
    environment: {
      PATH: process.env["PATH"],
      NODE_ENV: "production",
      DATABASE_URL: databaseUrl,
      CUSTOMER_ID: rows.customerId,
    },
    logFile: join(folder, "bare.log"),
    path: `/api/v1/evidence/${rows.evidenceIds[0]}`,
  });
  return { ...server, headers: {} };
}

/** The body without the parts that differ between responses. */
async function bodyOf({ origin, headers }: Server, path: string): Promise<string> {
  const text = await (await fetch(`${origin}${path}`, { headers })).text();
  return text.replace(/"timestamp":"[^"]{24}"/, "").replace(/"request_id":"[^"]{36}"/, "");
}

async function checkSameBytes(product: Server, bare: Server, path: string): Promise<void> {
  const [ours, theirs] = [await bodyOf(product, path), await bodyOf(bare, path)];
  if (ours !== theirs) throw new Error(`${path} is answered differently:\n${ours}\n${theirs}`);
}

interface Compared {
  what: string;
  path: string;
  /** Requests per second, as a share of the bare handler's. */
  target: number;
}

interface Leg {
  perSecond: number;
  latencies: number[];
}

async function measure(
  client: LoadClient,
  { origin, headers }: Server,
  path: string,
  seconds: number,
): Promise<Leg> {
  const result = await client.run({
    origin,
    path,
    headers,
    seconds,
    connections: values.connections,
  });
  return { perSecond: result.latencies.length / result.seconds, latencies: result.latencies };
}

const median = (numbers: readonly number[]): number => percentile(numbers, 0.5);

function report({ what, target }: Compared, product: readonly Leg[], bare: readonly Leg[]): void {
  for (const [name, legs] of [
    ["API", product],
    ["bare Express + pg", bare],
  ] as const) {
    const all = legs.flatMap(({ latencies }) => latencies);
    const rate = median(legs.map(({ perSecond }) => perSecond));
    log(
      `| ${what} | ${name} | ${rate.toFixed(0)} | ${percentile(all, 0.5).toFixed(1)} | ${percentile(all, 0.99).toFixed(1)} |`,
    );
  }
  const ratios = product.map(({ perSecond }, i) => perSecond / bare[i]!.perSecond);
  log(
    `| ${what} | API : bare, per round ${ratios.map((ratio) => ratio.toFixed(2)).join(" ")} (target ${target}) | **${median(ratios).toFixed(2)}** | | |`,
  );
}

async function compare(client: LoadClient, product: Server, bare: Server, compared: Compared): Promise<void> {
  const { path } = compared;
  await checkSameBytes(product, bare, path);
  for (const server of [product, bare]) await measure(client, server, path, WARM_UP_SECONDS);
  const legs = new Map<Server, Leg[]>([
    [product, []],
    [bare, []],
  ]);
  for (let round = 0; round < values.rounds; round += 1) {
    const order = round % 2 === 0 ? [product, bare] : [bare, product];
    for (const server of order) legs.get(server)!.push(await measure(client, server, path, values.seconds));
  }
  report(compared, legs.get(product)!, legs.get(bare)!);
}

async function bench(): Promise<void> {
  const database = await createScratchDatabase(loadConfig().DATABASE_URL);
  const folder = await mkdtemp(join(tmpdir(), "bench-"));
  const client = startLoadClient();
  const servers: Server[] = [];
  try {
    const rows = await fillForApi(database.pool, values.projects);
    const product = await startProduct(database.url, folder, rows);
    servers.push(product);
    const bare = await startBare(database.url, folder, rows);
    servers.push(bare);
    const answers: Compared[] = [
      { what: "20 projects", path: "/api/v1/projects?page=3&limit=20", target: 0.8 },
      { what: "one evidence", path: `/api/v1/evidence/${rows.evidenceIds[7]}`, target: 0.6 },
    ];
    log(
      `${cpus().length} processors (${cpus()[0]?.model}), ${Math.round(totalmem() / 2 ** 30)} GiB; ${values.connections} connections`,
    );
    log("\n| answer | server | requests/s | p50 ms | p99 ms |\n|--|--|--|--|--|");
    for (const answer of answers) await compare(client, product, bare, answer);
  } finally {
    client.stop();
    for (const server of servers) await server.stop();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  }
}

await bench();
