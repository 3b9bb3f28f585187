import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startMember } from "../../dev/chaos/member.ts";
import { freePort } from "../../testkit/free-port.ts";
import { createSupervisor } from "../../dev/stack/supervisor.ts";
import { startTemporal } from "../../dev/stack/temporal.ts";

/** A Temporal server for one test file only. */
export interface OwnTemporal {
  address: string;
  namespace: string;
  /** Kills it, deletes its database and restarts it without any data. */
  loseData(): Promise<void>;
  close(): Promise<void>;
}

export async function startOwnTemporal(): Promise<OwnTemporal> {
  const supervisor = createSupervisor();
  const logDir = await mkdtemp(join(tmpdir(), "own-temporal-"));
  const dataDir = join(logDir, "data");
  const [port, uiPort] = [await freePort(), await freePort()];
  const namespace = "own";
  const member = await startMember("Temporal", async () => {
    await rm(dataDir, { recursive: true, force: true });
    const ports = { port, uiPort };
    return (await startTemporal({ supervisor, dataDir, logDir, ...ports, namespace, isNew: true })).child;
  });
  return {
    address: `127.0.0.1:${port}`,
    namespace,
    async loseData() {
      await member.kill();
      await member.start();
    },
    async close() {
      await supervisor.stopAll();
      await rm(logDir, { recursive: true, force: true });
    },
  };
}
