import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Pool } from "undici";
import { askChild, endWithParent } from "./ask-child.ts";

export interface Load {
  origin: string;
  path: string;
  headers: Record<string, string>;
  connections: number;
  seconds: number;
}

export interface LoadResult {
  /** Milliseconds of every request. */
  latencies: number[];
  /** The total duration. */
  seconds: number;
}

/** Sends requests continuously over persistent connections. Throws on any status but 200. */
async function send({ origin, path, headers, connections, seconds }: Load): Promise<LoadResult> {
  const pool = new Pool(origin, { connections, pipelining: 1 });
  const latencies: number[] = [];
  const start = performance.now();
  const end = start + seconds * 1_000;
  const ask = async (): Promise<void> => {
    while (performance.now() < end) {
      const began = performance.now();
      const { statusCode, body } = await pool.request({ path, method: "GET", headers });
      await body.dump({ limit: Infinity });
      if (statusCode !== 200) throw new Error(`${origin}${path} answered ${statusCode}`);
      latencies.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: connections }, ask));
  const result = { latencies, seconds: (performance.now() - start) / 1_000 };
  await pool.close();
  return result;
}

export interface LoadClient {
  run(load: Load): Promise<LoadResult>;
  stop(): void;
}

/** Sends the load from a separate process, so that it does not use a server's event loop. */
export function startLoadClient(): LoadClient {
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), ["child"]);
  return {
    async run(load) {
      const answer = await askChild<LoadResult | { error: string }>(child, load);
      if ("error" in answer) throw new Error(answer.error);
      return answer;
    },
    stop: () => void child.kill(),
  };
}

if (process.argv[2] === "child") {
  endWithParent();
  process.on("message", (load: Load) => {
    send(load).then(
      (result) => process.send!(result),
      (error: unknown) => process.send!({ error: String(error) }),
    );
  });
}
