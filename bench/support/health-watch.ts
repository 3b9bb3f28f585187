import { fork } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Pool } from "undici";
import { askChild, endWithParent } from "./ask-child.ts";

const PAUSE_MS = 3;

export interface HealthWatch {
  /** Restarts the measurement of the longest wait. */
  begin(): Promise<void>;
  /** The longest wait since then in milliseconds, including the current request. */
  longest(): Promise<number>;
  stop(): void;
}

/**
 * A server that was blocked for long closes idle connections: the caller retries, and has waited for both.
 */
async function untilAnswered(pool: Pool, path: string): Promise<void> {
  try {
    const { body } = await pool.request({ path, method: "GET" });
    await body.dump({ limit: Infinity });
  } catch {
    await sleep(PAUSE_MS);
    await untilAnswered(pool, path);
  }
}

/** Sends one request after the other, and records the longest wait. */
async function ask(url: string): Promise<void> {
  const { origin, pathname: path } = new URL(url);
  const pool = new Pool(origin, { connections: 1, pipelining: 1 });
  let longest = 0;
  let waiting: string[] = [];
  process.on("message", (question: string) => waiting.push(question));
  for (;;) {
    // A probe during a request is answered after the next one, which begins after everything was sent.
    const pending = waiting;
    waiting = [];
    const began = performance.now();
    await untilAnswered(pool, path);
    longest = Math.max(longest, performance.now() - began);
    for (const question of pending) {
      process.send!(longest);
      if (question === "begin") longest = 0;
    }
    await sleep(PAUSE_MS);
  }
}

/** Another caller, in a separate process. */
export function watchHealth(url: string): HealthWatch {
  const child = fork(fileURLToPath(import.meta.url), [url]);
  const question = (text: string): Promise<number> => askChild(child, text);
  return {
    begin: async () => void (await question("begin")),
    longest: () => question("longest"),
    stop: () => void child.kill(),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  endWithParent();
  await ask(process.argv[2]!);
}
