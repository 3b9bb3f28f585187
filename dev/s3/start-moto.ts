import { join } from "node:path";
import { freePort } from "../../testkit/free-port.ts";
import { plainEnvironment } from "../stack/service.ts";
import type { Supervisor } from "../stack/supervisor.ts";
import { answersOk, waitUntil } from "../stack/wait-until.ts";

const READY_MS = 60_000;

/** Starts an empty moto on a free loopback port. Returns its address; `supervisor` ends it. */
export async function startMoto(supervisor: Supervisor, python: string, logDir: string): Promise<string> {
  const port = await freePort();
  const child = supervisor.spawn({
    name: "moto",
    command: python,
    args: ["-m", "moto.server", "-H", "127.0.0.1", "-p", String(port)],
    env: plainEnvironment(),
    logFile: join(logDir, "moto.log"),
    stage: "service",
  });
  const url = `http://127.0.0.1:${port}`;
  await waitUntil(child, READY_MS, () => answersOk(`${url}/moto-api/`));
  return url;
}
