import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { SEARCH_ATTRIBUTES } from "../../platform/temporal/search-attributes.ts";
import { findTemporal } from "../setup/locations.mjs";
import { ensureNamespace } from "./ensure-namespace.ts";
import { plainEnvironment, type Service, type ServiceOptions } from "./service.ts";
import { StackError } from "./stack-error.ts";
import { waitUntil } from "./wait-until.ts";

const READY_MS = 60_000;
const ADDRESS = ["server", "start-dev", "--ip", "127.0.0.1"];
const TUNING = [
  "--sqlite-pragma",
  "journal_mode=WAL",
  // Safe with a write-ahead log whatever process dies; only a power failure may lose the last moment.
  "--sqlite-pragma",
  "synchronous=NORMAL",
  // Otherwise every timer is rounded up to a second.
  "--dynamic-config-value",
  'history.timerProcessorMaxTimeShift="10ms"',
  // The response to a workflow task includes the next activity, which saves a round trip through the task
  // queue.
  "--dynamic-config-value",
  "system.enableActivityEagerExecution=true",
  // A fair share of the queue for each key; includes tasks from before fairness was enabled.
  "--dynamic-config-value",
  "matching.useNewMatcher=true",
  "--dynamic-config-value",
  "matching.enableFairness=true",
  "--dynamic-config-value",
  "matching.enableMigration=true",
  // Partitions of a queue are only fair each on its own. Tasks that other partitions hold are still read.
  "--dynamic-config-value",
  "matching.numTaskqueueWritePartitions=1",
  // Nothing reads these metrics, but each second the server goes through those of every queue that it has had.
  "--dynamic-config-value",
  "metrics.breakdownByTaskQueue=false",
  // Otherwise the server asks its maker for newer versions.
  "--dynamic-config-value",
  "frontend.enableServerVersionCheck=false",
];
/** For data in which no other partition of a queue has tasks: the others only forward polls to the first. */
const NEW = ["--dynamic-config-value", "matching.numTaskqueueReadPartitions=1"];

export interface TemporalOptions extends ServiceOptions {
  uiPort: number;
  namespace: string;
  /** Whether its data begins with this start, as in tests. */
  isNew?: boolean;
}

/** One server version cannot read the database of another, so each has its own file. */
async function databaseFile(temporal: string, dataDir: string): Promise<string> {
  const { stdout } = await promisify(execFile)(temporal, ["--version"]);
  const version = /version (\S+)/.exec(stdout)?.[1] ?? "unknown";
  const folder = join(dataDir, "temporal");
  mkdirSync(folder, { recursive: true });
  return join(folder, `${version}.db`);
}

/** Starts Temporal's development server with its UI; the URL is the gRPC address, host and port. */
export async function startTemporal(options: TemporalOptions): Promise<Service> {
  const { supervisor, dataDir, logDir, port, uiPort, namespace, isNew = false } = options;
  const temporal = findTemporal();
  if (temporal === null) throw new StackError("The temporal command was not found: run node dev/setup.mjs.");
  const file = await databaseFile(temporal, dataDir);
  const attributes = Object.entries(SEARCH_ATTRIBUTES).map(([name, type]) => `${name}=${type}`);
  const flags = [
    "--port",
    String(port),
    "--ui-port",
    String(uiPort),
    "--db-filename",
    file,
    "--namespace",
    namespace,
  ];
  const child = supervisor.spawn({
    name: "Temporal",
    command: temporal,
    args: [
      ...ADDRESS,
      ...TUNING,
      ...(isNew ? NEW : []),
      ...flags,
      ...attributes.flatMap((attribute) => ["--search-attribute", attribute]),
    ],
    env: { ...plainEnvironment(), HOME: process.env["HOME"] },
    logFile: join(logDir, "temporal.log"),
    stage: "service",
  });
  const address = `127.0.0.1:${port}`;
  await waitUntil(child, READY_MS, async () => {
    await ensureNamespace(address, namespace);
    return true;
  });
  return { url: address, child };
}
