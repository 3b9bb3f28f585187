import { createHash } from "node:crypto";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../testkit/free-port.ts";
import { REPOSITORY } from "../setup/locations.mjs";
import { isRunning } from "./is-running.ts";
import { startServices } from "./start-services.ts";
import { createSupervisor, type Child } from "./supervisor.ts";
import { createTemporaryFolder } from "./temporary-folder.ts";

const HEAP = "512m";
const NAMESPACE = "compliance";

export interface TestStack {
  environment: Record<string, string>;
  children: Child[];
  /** Ends the servers and removes their data; also works while they are starting. */
  stop(): Promise<void>;
  /** Output of the servers and the tests. */
  dataDir: string;
}

export interface StartingTestStack {
  stop(): Promise<void>;
  ready: Promise<TestStack>;
}

/** One per checkout and user. */
const stateFile = (): string => {
  const id = createHash("sha256").update(REPOSITORY).digest("hex").slice(0, 12);
  return join(tmpdir(), `compliance-test-stack-${process.getuid?.() ?? 0}-${id}.json`);
};

/** Lets later test runs find the servers of this process. */
export function publishTestStack({ environment }: TestStack): () => void {
  writeFileSync(stateFile(), JSON.stringify({ pid: process.pid, environment }), { mode: 0o600 });
  return () => rmSync(stateFile(), { force: true });
}

/** The environment of the servers that `npm run stack` runs for this checkout, or null. */
export function findTestStack(): Record<string, string> | null {
  try {
    const state = JSON.parse(readFileSync(stateFile(), "utf8")) as {
      pid: number;
      environment: Record<string, string>;
    };
    return isRunning(state.pid, "dev/stack") ? state.environment : null;
  } catch {
    return null;
  }
}

/** Any free ones: on fixed ports, a run could take the servers that another one is starting for its own. */
async function testPorts() {
  return {
    postgres: await freePort(),
    elasticsearch: await freePort(),
    temporal: await freePort(),
    temporalUi: await freePort(),
  };
}

interface TestStackOptions {
  report: (text: string) => void;
  /**
   * For one run of the tests, Elasticsearch needs 0.6 of the processor time if Java compiles quickly, and databases are
   * copied in memory. In benchmarks the servers would be slower or faster than they are.
   */
  isShortLived?: boolean;
}

/**
 * Starts separate servers in a temporary folder. `.env` and DATABASE_URL are ignored, because they may name
 * real data.
 */
export function startTestStack({ report, isShortLived = false }: TestStackOptions): StartingTestStack {
  const supervisor = createSupervisor();
  const prefix = "compliance-test-";
  const dataDir = isShortLived ? createTemporaryFolder(prefix) : mkdtempSync(join(tmpdir(), prefix));
  // The servers' own user must reach its folders inside.
  chmodSync(dataDir, 0o755);
  const stop = async (): Promise<void> => {
    await supervisor.stopAll();
    rmSync(dataDir, { recursive: true, force: true });
  };
  const start = async (): Promise<TestStack> => {
    const ports = await testPorts();
    const { TEST_DATABASE_URL, ELASTICSEARCH_URL, TEMPORAL_ADDRESS } = process.env;
    const { environment, children } = await startServices({
      supervisor,
      dataDir,
      ports,
      given: { DATABASE_URL: TEST_DATABASE_URL, ELASTICSEARCH_URL, TEMPORAL_ADDRESS },
      temporalUiUrl: `http://127.0.0.1:${ports.temporalUi}`,
      namespace: NAMESPACE,
      java: { heap: process.env["ELASTICSEARCH_HEAP"] ?? HEAP, isShortLived },
      durable: false,
      report,
    });
    const ofTests = {
      TEST_DATABASE_URL: environment["DATABASE_URL"] ?? "",
      DATA_DIR: join(dataDir, "product"),
    };
    return { environment: { ...environment, ...ofTests }, children, stop, dataDir };
  };
  return { stop, ready: start() };
}
