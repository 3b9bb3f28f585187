import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { loadConfig, type Config } from "../../platform/config.ts";
import { seedDemo } from "../seed.ts";
import { REPOSITORY } from "../setup/locations.mjs";
import { startElasticsearch } from "../stack/elasticsearch.ts";
import { freePort } from "../../testkit/free-port.ts";
import { startPostgres } from "../stack/postgres.ts";
import { COMPILED, productParts } from "../stack/product.ts";
import { runMigrations } from "../stack/run-migrations.ts";
import type { Service } from "../stack/service.ts";
import type { Child, Supervisor } from "../stack/supervisor.ts";
import { startTemporal } from "../stack/temporal.ts";
import { waitUntil } from "../stack/wait-until.ts";
import { openLink, type Link } from "../stack/link.ts";
import type { Fault } from "./fault.ts";
import { endingIn, faultsOfActivities } from "./faults-of-activities.ts";
import { faultsOfClock, skewable } from "./faults-of-clock.ts";
import { faultsOfElasticsearch } from "./faults-of-elasticsearch.ts";
import { faultsOfPostgres } from "./faults-of-postgres.ts";
import { faultsOfTemporal } from "./faults-of-temporal.ts";
import { startMember, type Member } from "./member.ts";
import { mountSmallDisk } from "./small-disk.ts";

const PROCESSES = ["api", "worker", "retrieval"] as const;
/** The second of each kind, of which one runs by default. */
const SECONDS = ["api-2", "worker-2"] as const;
type Kind = (typeof PROCESSES)[number];
type ProcessName = Kind | (typeof SECONDS)[number];
type ServerName = "postgres" | "temporal" | "elasticsearch" | "api" | "retrieval";

const kindOf = (name: ProcessName): Kind => name.split("-")[0] as Kind;

/** The connections between processes and servers; each has its own link. */
const CONNECTIONS: Record<Kind, readonly ServerName[]> = {
  api: ["postgres", "temporal", "elasticsearch", "retrieval"],
  // Only chat messages, which the load lacks, also use the API.
  worker: ["postgres", "temporal", "elasticsearch", "retrieval"],
  retrieval: ["postgres", "elasticsearch", "api"],
};

const PASSWORD = "chaos-chaos-chaos";
const NAMESPACE = "compliance";
const HEAP = "512m";
const READY_MS = 120_000;
const STOP_MS = 40_000;
const REBUILD_MS = 120_000;
/** A small part of the small disk. */
const MIN_FREE_BYTES = 8 * 1024 * 1024;

/** The whole product with its own servers; every process and connection can fail. */
export interface Stage {
  members: readonly Member[];
  /** By `from-to`. */
  links: ReadonlyMap<string, Link>;
  /** Faults of disk, clocks and index. */
  more: readonly Fault[];
  /** The checker's connection to the servers, without links. */
  config: Config;
  /** The addresses of the API. */
  urls: readonly string[];
  password: string;
  temporalAddress: string;
  /** Closes the links and unmounts the disk. */
  close(): Promise<void>;
}

export interface StageOptions {
  supervisor: Supervisor;
  dataDir: string;
  modelDir: string;
  /** Whether to run two API processes and two workers. */
  pairs: boolean;
  log: (text: string) => void;
}

type Ports = Record<ServerName | "temporalUi" | "api-2", number>;

async function choosePorts(): Promise<Ports> {
  const names = ["postgres", "temporal", "temporalUi", "elasticsearch", "api", "api-2", "retrieval"] as const;
  const ports = new Set<number>();
  while (ports.size < names.length) ports.add(await freePort());
  const chosen = [...ports];
  return Object.fromEntries(names.map((name, n) => [name, chosen[n]!])) as Ports;
}

const urlOf = (port: number): string => `http://127.0.0.1:${port}`;

/** The environment of a process; `at` has the addresses of the servers. */
function environmentOf(options: StageOptions, ports: Ports, at: Record<ServerName, number>) {
  const { PATH, HOME } = process.env;
  return {
    ...COMPILED,
    PATH,
    HOME,
    PORT: String(ports.api),
    RETRIEVAL_PORT: String(ports.retrieval),
    PUBLIC_URL: urlOf(ports.api),
    BACKEND_URL: urlOf(at.api),
    RETRIEVAL_URL: urlOf(at.retrieval),
    DATABASE_URL: `postgres://compliance:compliance@127.0.0.1:${at.postgres}/compliance`,
    ELASTICSEARCH_URL: urlOf(at.elasticsearch),
    TEMPORAL_ADDRESS: `127.0.0.1:${at.temporal}`,
    TEMPORAL_NAMESPACE: NAMESPACE,
    TEMPORAL_UI_URL: urlOf(ports.temporalUi),
    MODEL_DIR: options.modelDir,
    DATA_DIR: join(options.dataDir, "product"),
    DEMO_PASSWORD: PASSWORD,
    MIN_FREE_BYTES: String(MIN_FREE_BYTES),
    WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8",
    REQUESTS_PER_MINUTE: "1000000",
    REQUESTS_PER_HOUR: "10000000",
    SIGN_IN_PER_MINUTE: "1000",
  };
}

async function startServers({ supervisor, dataDir, log }: StageOptions, ports: Ports): Promise<Member[]> {
  const logDir = join(dataDir, "logs");
  mkdirSync(logDir, { recursive: true, mode: 0o755 });
  const common = { supervisor, dataDir, logDir };
  const child = async (service: Promise<Service>): Promise<Child> => (await service).child;
  const { postgres, temporal, temporalUi, elasticsearch } = ports;
  const servers = await Promise.all([
    startMember("postgres", () => child(startPostgres({ ...common, port: postgres, durable: true }))),
    startMember("temporal", () =>
      child(startTemporal({ ...common, port: temporal, uiPort: temporalUi, namespace: NAMESPACE })),
    ),
    startMember("elasticsearch", () =>
      child(startElasticsearch({ ...common, port: elasticsearch, heap: HEAP })),
    ),
  ]);
  log("Servers are ready");
  return servers;
}

/** The links of one process, and where it finds each server through them. */
async function linksOf(from: ProcessName, ports: Ports, links: Map<string, Link>) {
  const at: Record<ServerName, number> = { ...ports };
  for (const to of CONNECTIONS[kindOf(from)]) {
    const link = await openLink(`127.0.0.1:${ports[to]}`);
    links.set(`${from}-${to}`, link);
    at[to] = link.port;
  }
  return at;
}

const rebuildIndex = async (env: NodeJS.ProcessEnv, signal?: AbortSignal): Promise<void> =>
  void (await promisify(execFile)(
    process.execPath,
    [join(REPOSITORY, "dev", "rebuild-index.ts"), "--discard-unfinished"],
    { env, cwd: REPOSITORY, timeout: REBUILD_MS, killSignal: "SIGKILL", signal },
  ));

/** Starts a process of the product, also again. */
type Launcher = (name: ProcessName) => Promise<() => Promise<Child>>;

interface Files {
  /** The file with the difference of a process's clock. */
  clockOf: (name: ProcessName) => string;
  /** The file with the activity in which the worker ends. */
  activity: string;
}

const filesIn = (dataDir: string): Files => ({
  clockOf: (name) => join(dataDir, `${name}.clock`),
  activity: join(dataDir, "worker.activity"),
});

/** What a process loads so that faults can reach inside. */
function preloads(name: ProcessName, { clockOf, activity }: Files): Record<string, string> {
  const { load: clock, ...skew } = skewable(clockOf(name));
  // Of two workers, the first ends in activities.
  if (name !== "worker") return { ...skew, NODE_OPTIONS: clock };
  const { load: ending, ...ends } = endingIn(activity);
  return { ...skew, ...ends, NODE_OPTIONS: `${clock} ${ending}` };
}

function createLauncher(
  options: StageOptions,
  { ports, config, key, links }: { ports: Ports; config: Config; key: object; links: Map<string, Link> },
): Launcher {
  const { supervisor, dataDir } = options;
  let starts = 0;
  return async (name) => {
    const own = { ...ports, api: name === "api-2" ? ports["api-2"] : ports.api };
    const parts = productParts({ ...config, backendUrl: urlOf(own.api) });
    const part = parts.find(({ script }) => script.startsWith(kindOf(name)))!;
    const at = await linksOf(name, ports, links);
    // A process uses its own address without a link.
    const addresses = { ...at, [kindOf(name)]: own[kindOf(name) as ServerName] };
    const env = {
      ...environmentOf(options, own, addresses),
      PUBLIC_URL: urlOf(ports.api),
      ...key,
      ...preloads(name, filesIn(dataDir)),
    };
    return async () => {
      const child = supervisor.spawn({
        name,
        command: process.execPath,
        args: [join(REPOSITORY, part.script)],
        env,
        cwd: REPOSITORY,
        logFile: join(dataDir, "logs", `${name}-${(starts += 1)}.log`),
        stopMs: STOP_MS,
        stage: "product",
      });
      await waitUntil(child, READY_MS, () => part.isReady(child));
      return child;
    };
  };
}

export async function startStage(options: StageOptions): Promise<Stage> {
  const { dataDir, log } = options;
  const ports = await choosePorts();
  const servers = await startServers(options, ports);
  const key = { ENCRYPTION_KEY: randomBytes(32).toString("base64") };
  const direct = { ...environmentOf(options, ports, ports), ...key };
  const disk = mountSmallDisk(direct.DATA_DIR);
  if (disk === null) log("Without faults of the disk: mounting one takes root, in a place that lets it");
  const config = loadConfig(direct);
  await runMigrations(config);
  await seedDemo(config);
  const links = new Map<string, Link>();
  const launch = createLauncher(options, { ports, config, key, links });
  const names: ProcessName[] = [...PROCESSES, ...(options.pairs ? SECONDS : [])];
  const launches = await Promise.all(names.map(async (name) => [name, await launch(name)] as const));
  const members = await Promise.all(launches.map(([name, start]) => startMember(name, start)));
  const worker = members.find(({ name }) => name === "worker")!;
  const temporal = servers.find(({ name }) => name === "temporal")!;
  const { clockOf, activity } = filesIn(dataDir);
  log("API, worker and search service are ready");
  return {
    members: [...members, ...servers],
    links,
    more: [
      ...faultsOfElasticsearch(direct.ELASTICSEARCH_URL, (signal) => rebuildIndex(direct, signal)),
      ...names.flatMap((name) => faultsOfClock(name, clockOf(name))),
      ...faultsOfActivities(worker, activity),
      ...faultsOfPostgres(direct.DATABASE_URL),
      ...faultsOfTemporal(temporal, join(dataDir, "temporal")),
      ...(disk?.faults ?? []),
    ],
    config,
    urls: names.filter((name) => kindOf(name) === "api").map((name) => urlOf(ports[name as "api"])),
    password: PASSWORD,
    temporalAddress: `127.0.0.1:${ports.temporal}`,
    async close() {
      await Promise.all([...links.values()].map((link) => link.close()));
      disk?.unmount();
    },
  };
}
