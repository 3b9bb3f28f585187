import { execFile } from "node:child_process";
import { chownSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { findElasticsearch } from "../setup/elasticsearch-releases.mjs";
import { findJava } from "../setup/locations.mjs";
import { freePort } from "../../testkit/free-port.ts";
import { plainEnvironment, type Service, type ServiceOptions } from "./service.ts";
import { serverFolder, serviceUser, type ServiceUser } from "./service-user.ts";
import { StackError } from "./stack-error.ts";
import { waitUntil } from "./wait-until.ts";

const READY_MS = 180_000;
const STOP_MS = 30_000;
const COPIED_CONFIG = ["jvm.options", "log4j2.properties"];

export interface JavaOptions {
  /** In Java's notation, for example 1g. */
  heap: string;
  /** Whether Java compiles quickly, to slower code. */
  isShortLived?: boolean;
}

export type ElasticsearchOptions = ServiceOptions & JavaOptions;

interface Folders {
  config: string;
  data: string;
  logs: string;
  tmp: string;
}

/** The Maven distribution lacks modules; a setting of a missing module would stop the server. */
const MODULE_SETTINGS: Readonly<Record<string, string>> = {
  "x-pack-security": "xpack.security.enabled: false",
  "x-pack-ml": "xpack.ml.enabled: false",
  "ingest-geoip": "ingest.geoip.downloader.enabled: false",
  "x-pack-watcher": "xpack.watcher.enabled: false",
};

function settings(home: string, { data, logs }: Folders, port: number, transportPort: number): string {
  const ofModules = Object.entries(MODULE_SETTINGS)
    .filter(([module]) => existsSync(join(home, "modules", module)))
    .map(([, line]) => line);
  return [
    "cluster.name: compliance",
    "node.name: local",
    "discovery.type: single-node",
    "network.host: 127.0.0.1",
    `http.port: ${port}`,
    `transport.port: ${transportPort}`,
    `path.data: ${data}`,
    `path.logs: ${logs}`,
    // Developers' disks are often nearly full, and a read-only index would be confusing.
    "cluster.routing.allocation.disk.threshold_enabled: false",
    ...ofModules,
    "",
  ].join("\n");
}

function prepareFolders(home: string, root: string, user: ServiceUser | undefined): Folders {
  const folders = {
    config: join(root, "config"),
    data: join(root, "data"),
    logs: join(root, "logs"),
    tmp: join(root, "tmp"),
  };
  // Created again, because settings depend on ports and distribution.
  rmSync(folders.config, { recursive: true, force: true });
  rmSync(folders.tmp, { recursive: true, force: true });
  for (const folder of [...Object.values(folders), join(folders.config, "jvm.options.d")]) {
    mkdirSync(folder, { recursive: true });
    if (user !== undefined) chownSync(folder, user.uid, user.gid);
  }
  for (const file of COPIED_CONFIG) cpSync(join(home, "config", file), join(folders.config, file));
  return folders;
}

/** The home of Java; undefined if the distribution includes it. */
async function javaHome(home: string): Promise<string | undefined> {
  const java = existsSync(join(home, "jdk")) ? null : findJava();
  if (java === null) return undefined;
  // The program on PATH is often a link or a script; only Java itself knows its home.
  const { stderr } = await promisify(execFile)(java, ["-XshowSettings:properties", "-version"]);
  return /java\.home = (.+)/.exec(stderr)?.[1]?.trim() ?? dirname(dirname(java));
}

async function isHealthy(url: string): Promise<boolean> {
  const response = await fetch(`${url}/_cluster/health?wait_for_status=yellow&timeout=1s`, {
    signal: AbortSignal.timeout(3_000),
  });
  await response.body?.cancel();
  return response.status === 200;
}

/**
 * The program that starts the server leaves a folder behind at each start. Its script splits options at spaces, so in a
 * folder with spaces that one stays in the system's.
 */
const launcherOptions = (tmp: string): NodeJS.ProcessEnv =>
  /\s/.test(tmp) ? {} : { CLI_JAVA_OPTS: `-Djava.io.tmpdir=${tmp}` };

/** Starts a single Elasticsearch node without security, on loopback only. */
export async function startElasticsearch(options: ElasticsearchOptions): Promise<Service> {
  const { supervisor, dataDir, logDir, port, heap, isShortLived = false } = options;
  const home = findElasticsearch();
  if (home === null)
    throw new StackError(
      "The cache folder has no Elasticsearch that runs with the installed Java: run node dev/setup.mjs.",
    );
  const user = serviceUser();
  const folders = prepareFolders(home, serverFolder(dataDir, "elasticsearch", user), user);
  writeFileSync(join(folders.config, "elasticsearch.yml"), settings(home, folders, port, await freePort()));
  const child = supervisor.spawn({
    name: "Elasticsearch",
    command: join(home, "bin", "elasticsearch"),
    args: [],
    env: {
      ...plainEnvironment(),
      ES_JAVA_HOME: await javaHome(home),
      ES_PATH_CONF: folders.config,
      ES_TMPDIR: folders.tmp,
      ...launcherOptions(folders.tmp),
      ES_JAVA_OPTS: `-Xms${heap} -Xmx${heap}${isShortLived ? " -XX:TieredStopAtLevel=1" : ""}`,
    },
    cwd: folders.tmp,
    user,
    logFile: join(logDir, "elasticsearch.log"),
    stopMs: STOP_MS,
    stage: "service",
  });
  const url = `http://127.0.0.1:${port}`;
  await waitUntil(child, READY_MS, () => isHealthy(url));
  return { url, child };
}
