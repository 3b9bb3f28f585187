import { chmod, rm } from "node:fs/promises";
import { startMember } from "../../dev/chaos/member.ts";
import { freePort } from "../../testkit/free-port.ts";
import { startPostgres } from "../../dev/stack/postgres.ts";
import { createSupervisor } from "../../dev/stack/supervisor.ts";
import { createTemporaryFolder } from "../../dev/stack/temporary-folder.ts";
import { migrate } from "../../platform/database/migrate.ts";

/** A PostgreSQL for one test file only, which may be killed and paused. */
export interface OwnPostgres {
  url: string;
  /** Kills it with all its connections, like a crash. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Suspends it: connections stay open, without responses. */
  pause(): void;
  resume(): void;
  close(): Promise<void>;
}

export async function startOwnPostgres(): Promise<OwnPostgres> {
  const supervisor = createSupervisor();
  const dataDir = createTemporaryFolder("own-postgres-");
  // The server's own user must reach its folder inside.
  await chmod(dataDir, 0o755);
  const options = { supervisor, dataDir, logDir: dataDir, port: await freePort(), durable: false };
  let url = "";
  const member = await startMember("PostgreSQL", async () => {
    const service = await startPostgres(options);
    url = service.url;
    return service.child;
  });
  await migrate({ DATABASE_URL: url, DATABASE_POOL: 1 });
  return {
    url,
    kill: member.kill,
    start: member.start,
    pause: member.pause,
    resume: member.resume,
    async close() {
      member.resume();
      await supervisor.stopAll();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
