import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Connection } from "@temporalio/client";
import type { Config } from "../../platform/config.ts";
import { REPOSITORY, cacheDir } from "../setup/locations.mjs";
import { isWarning, readableLine } from "./log-line.ts";
import { StackError } from "./stack-error.ts";
import type { Child, Supervisor } from "./supervisor.ts";
import { answersOk, lastWords, waitUntil } from "./wait-until.ts";

const READY_MS = 90_000;
/** The worker gives its activities 30 s. */
const STOP_MS = 40_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** A process that ran this long was healthy: its next exit counts as the first. */
const WELL_MS = 60_000;
const MAX_QUICK_ENDS = 5;

export interface ProductPart {
  name: string;
  /** The entry file, relative to the repository. */
  script: string;
  isReady(child: Child): Promise<boolean>;
}

export interface ProductOptions {
  supervisor: Supervisor;
  environment: NodeJS.ProcessEnv;
  logDir: string;
  log: (text: string) => void;
}

type PartsConfig = Pick<
  Config,
  "backendUrl" | "retrievalUrl" | "TEMPORAL_ADDRESS" | "TEMPORAL_NAMESPACE" | "TEMPORAL_TASK_QUEUE"
>;

/** Ready when the process polls Temporal. */
async function isPolling(config: PartsConfig, child: Child): Promise<boolean> {
  const { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace, TEMPORAL_TASK_QUEUE: name } = config;
  const connection = await Connection.connect({ address, connectTimeout: 2_000 });
  try {
    const queue = { namespace, taskQueue: { name }, taskQueueType: 1 } as const;
    const { pollers } = await connection.withDeadline(Date.now() + 2_000, () =>
      connection.workflowService.describeTaskQueue(queue),
    );
    return (pollers ?? []).some(({ identity }) => identity?.startsWith(`${child.pid}@`) === true);
  } finally {
    await connection.close();
  }
}

type States = Record<string, { status: string; mend?: string }>;
const areUp = (states: States = {}): boolean => Object.values(states).every(({ status }) => status === "up");

interface Details {
  dependencies?: States;
  components?: States;
}

/** The details of a response that is not ready. */
const detailsIn = (body: unknown): Details =>
  (body as { error?: { details?: Details } }).error?.details ?? {};

/** The other processes report their own readiness. */
function lacksOnlyProcesses(body: unknown): boolean {
  const {
    retrieval: _retrieval,
    worker: _worker,
    // Everything except uploads works.
    disk: _disk,
    ...servers
  } = detailsIn(body).dependencies ?? {};
  return areUp(servers);
}

/** A lost index is repaired while the product runs, so it does not prevent the start. */
function lacksOnlyMending(body: unknown): boolean {
  const working = Object.entries(detailsIn(body).components ?? {}).filter(
    ([, { mend }]) => mend === undefined,
  );
  return working.length > 0 && areUp(Object.fromEntries(working));
}

/** The processes of the product, with their readiness checks. */
export function productParts(config: PartsConfig): ProductPart[] {
  const { backendUrl, retrievalUrl } = config;
  return [
    {
      name: "API",
      script: "api/main.ts",
      isReady: () => answersOk(`${backendUrl}/api/ready`, lacksOnlyProcesses),
    },
    {
      name: "Search service",
      script: "retrieval/main.ts",
      isReady: () => answersOk(`${retrievalUrl}/health`, lacksOnlyMending),
    },
    {
      name: "Worker",
      script: "workers/main.ts",
      isReady: (child) => isPolling(config, child),
    },
  ];
}

/** Node's compile cache: a process then starts with 1.2 s less processor time. */
export const COMPILED = { NODE_COMPILE_CACHE: join(cacheDir(), "compiled") };

/**
 * How the product's processes run. Threads share two heaps of the C library instead of getting one each, which
 * saves the worker 50 MB. Huge pages make the start of a child eight times faster, because it copies the page table. On
 * a machine with much memory, V8 would use 128 MB for each isolate's new objects alone.
 */
export const PROCESS_ENVIRONMENT = {
  ...COMPILED,
  MALLOC_ARENA_MAX: "2",
  GLIBC_TUNABLES: "glibc.malloc.hugetlb=1",
  NODE_OPTIONS: "--max-semi-space-size=16",
};

function launch(part: ProductPart, { supervisor, environment, logDir, log }: ProductOptions): Child {
  let last = "";
  return supervisor.spawn({
    name: part.name,
    command: process.execPath,
    args: [join(REPOSITORY, part.script)],
    env: { ...PROCESS_ENVIRONMENT, ...environment },
    cwd: REPOSITORY,
    logFile: join(logDir, `${part.script.split("/")[0]}.log`),
    stopMs: STOP_MS,
    stage: "product",
    onLine: (line) => {
      const text = readableLine(line);
      // Repeated messages would push everything else off the screen.
      if (isWarning(line) && text !== last) log(`${part.name} ${text}`);
      last = text;
    },
  });
}

/** Starts the process and waits until it is ready. Throws if it exits before. */
export async function startPart(part: ProductPart, options: ProductOptions): Promise<Child> {
  const since = Date.now();
  const child = launch(part, options);
  await waitUntil(child, READY_MS, () => part.isReady(child));
  options.log(`${part.name} is ready (${((Date.now() - since) / 1000).toFixed(1)} s)`);
  return child;
}

/** Restarts the process with growing delays whenever it exits by itself. Throws if that does not help. */
export async function keepRunning(part: ProductPart, first: Child, options: ProductOptions): Promise<void> {
  let child = first;
  let since = Date.now();
  for (let quickEnds = 0; ;) {
    const how = await child.exited;
    if (options.supervisor.isStopping()) return;
    quickEnds = Date.now() - since > WELL_MS ? 1 : quickEnds + 1;
    if (quickEnds > MAX_QUICK_ENDS)
      throw new StackError(`${part.name} ended ${quickEnds} times in a row (${how}):\n${lastWords(child)}`);
    const wait = Math.min(FIRST_WAIT_MS * 2 ** (quickEnds - 1), LONGEST_WAIT_MS);
    options.log(`${part.name} ended (${how}), starting it again in ${wait / 1000} s:\n${lastWords(child)}`);
    await sleep(wait);
    if (options.supervisor.isStopping()) return;
    since = Date.now();
    child = launch(part, options);
  }
}
