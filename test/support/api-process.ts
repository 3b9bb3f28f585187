import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Config } from "../../platform/config.ts";
import { tiedCommand } from "../../testkit/tied-command.ts";
import { waitFor } from "./wait-for.ts";

/** The limits of the process, as for `ulimit`. */
export interface ProcessLimits {
  /** Maximum size of written files in kilobytes. */
  fileKilobytes?: number;
  /** File handles. */
  handles?: number;
}

const ANSWERS_MS = 60_000;
const NAMES = ["DATABASE_URL", "DATA_DIR", "ELASTICSEARCH_INDEX_PREFIX", "TEMPORAL_TASK_QUEUE"] as const;

const limitsOf = ({ fileKilobytes, handles }: ProcessLimits): string =>
  [
    ...(fileKilobytes === undefined ? [] : [`ulimit -f ${fileKilobytes}`]),
    ...(handles === undefined ? [] : [`ulimit -n ${handles}`]),
    'exec "$0" api/main.ts',
  ].join(" && ");

/** The API as a separate process with system limits, sharing the data of a product in this process. */
export async function startApiProcess(
  config: Config,
  port: number,
  limits: ProcessLimits,
): Promise<{ url: string; stop(): Promise<void> }> {
  const own = Object.fromEntries(NAMES.map((name) => [name, config[name]]));
  const environment = {
    ...own,
    NODE_ENV: "test",
    PORT: String(port),
    LOG_LEVEL: "silent",
    DATABASE_POOL: "4",
    // It would write more than the limit.
    NODE_DISABLE_COMPILE_CACHE: "1",
  };
  const child = spawn(...tiedCommand("bash", ["-c", limitsOf(limits), process.execPath]), {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    env: { ...process.env, ...environment, PUBLIC_URL: config.publicUrl, SIGN_IN_PER_MINUTE: "10000" },
    stdio: "ignore",
  });
  const url = `http://127.0.0.1:${port}`;
  const answers = (): Promise<boolean> =>
    fetch(`${url}/api/health`).then(
      ({ ok }) => ok,
      () => child.exitCode !== null,
    );
  await waitFor(answers, Boolean, ANSWERS_MS);
  if (child.exitCode !== null) throw new Error(`the API ended at once, with ${child.exitCode}`);
  return {
    url,
    async stop() {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    },
  };
}
