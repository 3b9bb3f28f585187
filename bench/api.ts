import { readArgs } from "../dev/read-args.ts";
import { readNumber } from "../dev/read-number.ts";
import { fillForApi } from "../testkit/api-rows.ts";
import {
  checkSameBytes,
  comparedPaths,
  startComparedServers,
  type ComparedServer,
  type ComparedServers,
} from "./support/compared-servers.ts";
import { startLoadClient, type LoadClient } from "./support/load-client.ts";
import { percentile } from "../testkit/percentiles.ts";
import { createScratchPlace } from "../testkit/scratch-place.ts";
import { describeMachine, log } from "./support/log.ts";

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
  { origin, headers }: ComparedServer,
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

async function compare(client: LoadClient, servers: ComparedServers, compared: Compared): Promise<void> {
  const { path } = compared;
  const { product, bare } = servers;
  await checkSameBytes(servers, path);
  for (const server of [product, bare]) await measure(client, server, path, WARM_UP_SECONDS);
  const legs = new Map<ComparedServer, Leg[]>([
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
  const { config, pool, remove } = await createScratchPlace();
  const { DATABASE_URL: databaseUrl, DATA_DIR: folder } = config;
  const client = startLoadClient();
  let servers: ComparedServers | null = null;
  try {
    const rows = await fillForApi(pool, values.projects);
    servers = await startComparedServers(databaseUrl, folder, rows);
    const { projects, evidence } = comparedPaths(rows);
    const answers: Compared[] = [
      { what: "20 projects", path: projects, target: 0.8 },
      { what: "one evidence", path: evidence, target: 0.6 },
    ];
    log(`${describeMachine()}; ${values.connections} connections`);
    log("\n| answer | server | requests/s | p50 ms | p99 ms |\n|--|--|--|--|--|");
    for (const answer of answers) await compare(client, servers, answer);
  } finally {
    client.stop();
    await servers?.stop();
    await remove();
  }
}

await bench();
