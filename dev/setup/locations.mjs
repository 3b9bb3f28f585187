import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { homeOf, installedJavas, newestJava } from "./newest-java.mjs";

export const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));
export const TEMPORAL_VERSION = "1.7.2";
export const TIME_SERVER_VERSION = "1.31.0";

const isRoot = () => process.getuid?.() === 0;

/**
 * The folder outside the repository for everything that is fetched: `CACHE_DIR` or
 * `~/.cache/compliance-service`.
 */
export const cacheDir = () =>
  resolve(process.env.CACHE_DIR || join(homedir(), ".cache", "compliance-service"));

/** Whether all users can pass through the folder and its parents, as far as they exist. */
export function isOpenToAll(folder) {
  for (let path = resolve(folder); ; path = dirname(path)) {
    if (existsSync(path) && (statSync(path).mode & 0o001) === 0) return false;
    if (path === dirname(path)) return true;
  }
}

/**
 * Where servers are stored that refuse to run as root. Their own user cannot enter a private home folder such
 * as /root, so a root set-up with a private cache folder uses the system's folder.
 */
export function serversDir() {
  const cache = cacheDir();
  return isRoot() && !isOpenToAll(cache) ? "/var/cache/compliance-service" : cache;
}

function executable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function findPrograms(name, extraFolders) {
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...extraFolders].filter((f) => f !== "");
  return folders.map((folder) => join(folder, name)).filter(executable);
}

/** The path of a program on PATH or in one of the extra folders, or null. */
export const findProgram = (name, extraFolders = []) => findPrograms(name, extraFolders)[0] ?? null;

export const temporalHome = () => join(cacheDir(), `temporal-${TEMPORAL_VERSION}`);

/**
 * Up to 1.6 a caller that gives up can break the server's only connection to its database: from then on
 * each statement fails with "interrupted (9)".
 */
export const OLDEST_TEMPORAL = "1.7.0";

function isSound(temporal) {
  const { stdout } = spawnSync(temporal, ["--version"], { encoding: "utf8", timeout: 10_000 });
  const version = /version (\d+\.\d+\.\d+)/.exec(stdout ?? "")?.[1];
  return version?.localeCompare(OLDEST_TEMPORAL, "en", { numeric: true }) >= 0;
}

/**
 * The path of the Temporal CLI: what the set-up fetched, else one on PATH or installed by Go that is new
 * enough, else null.
 */
export function findTemporal() {
  const fetched = join(temporalHome(), "temporal");
  if (executable(fetched)) return fetched;
  return findPrograms("temporal", [join(homedir(), "go", "bin")]).find(isSound) ?? null;
}

/** Temporal's test server with time skipping: the folder of its Java archives. */
export const timeServerHome = () => join(cacheDir(), `temporal-test-server-${TIME_SERVER_VERSION}`);

export const findGo = () => findProgram("go", ["/usr/local/go/bin", "/usr/lib/go/bin"]);

/**
 * The Java for servers: that of `ES_JAVA_HOME` or `JAVA_HOME`, else the newest of the system, because newer ones
 * compare vectors faster, else the one on PATH; null if there is none.
 */
export function findJava() {
  const javaIn = (home) => join(home, "bin", "java");
  const homes = [process.env.ES_JAVA_HOME, process.env.JAVA_HOME].filter(Boolean);
  const named = homes.map(javaIn).find(executable);
  if (named !== undefined) return named;
  const onPath = findProgram("java");
  const newest = newestJava([...(onPath === null ? [] : [homeOf(onPath)]), ...installedJavas()]);
  return newest !== null && executable(javaIn(newest)) ? javaIn(newest) : onPath;
}
