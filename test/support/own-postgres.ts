import { readdirSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../dev/stack/ports.ts";
import { startPostgres } from "../../dev/stack/postgres.ts";
import { createSupervisor } from "../../dev/stack/supervisor.ts";
import { migrate } from "../../platform/migrate.ts";

/** A PostgreSQL for one test file alone, which may be killed and paused. */
export interface OwnPostgres {
  url: string;
  /** Ends it and all its connections at once, as a crash does. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Stops the clock for it: connections stay open, and nobody answers. */
  pause(): void;
  resume(): void;
  close(): Promise<void>;
}

function childrenOf(parent: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const [, ppid] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
        return Number(ppid) === parent;
      } catch {
        // It has ended meanwhile.
        return false;
      }
    });
}

function signalAll(parent: number, signal: NodeJS.Signals): void {
  for (const pid of [parent, ...childrenOf(parent)])
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended meanwhile.
    }
}

export async function startOwnPostgres(): Promise<OwnPostgres> {
  const supervisor = createSupervisor();
  const dataDir = await mkdtemp(join(tmpdir(), "own-postgres-"));
  // The server's own user must reach its folder in there.
  await chmod(dataDir, 0o755);
  const options = { supervisor, dataDir, logDir: dataDir, port: await freePort(), durable: false };
  let { url, child } = await startPostgres(options);
  await migrate({ DATABASE_URL: url, DATABASE_POOL: 1 });
  return {
    url,
    async kill() {
      signalAll(child.pid, "SIGKILL");
      await child.exited;
    },
    async start() {
      ({ child, url } = await startPostgres(options));
    },
    pause: () => signalAll(child.pid, "SIGSTOP"),
    resume: () => signalAll(child.pid, "SIGCONT"),
    async close() {
      signalAll(child.pid, "SIGCONT");
      await supervisor.stopAll();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
