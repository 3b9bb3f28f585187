import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Pool } from "undici";

const PAUSE_MS = 3;

export interface HealthWatch {
  /** Begins to look for the longest wait anew. */
  begin(): Promise<void>;
  /** The longest wait since then in milliseconds, that of the request under way included. */
  longest(): Promise<number>;
  stop(): void;
}

/** A server that was busy for long closes what was open meanwhile: whoever waited asks again, and has waited for both. */
async function untilAnswered(pool: Pool, path: string): Promise<void> {
  try {
    const { body } = await pool.request({ path, method: "GET" });
    await body.dump({ limit: Infinity });
  } catch {
    await sleep(PAUSE_MS);
    await untilAnswered(pool, path);
  }
}

/** Asks again and again, one after the other, and keeps the longest wait for an answer. */
async function ask(url: string): Promise<void> {
  const { origin, pathname: path } = new URL(url);
  const pool = new Pool(origin, { connections: 1, pipelining: 1 });
  let longest = 0;
  let waiting: string[] = [];
  process.on("message", (question: string) => waiting.push(question));
  for (;;) {
    // What is asked during a request is answered after the next one, which begins when all was sent.
    const asked = waiting;
    waiting = [];
    const began = performance.now();
    await untilAnswered(pool, path);
    longest = Math.max(longest, performance.now() - began);
    for (const question of asked) {
      process.send!(longest);
      if (question === "begin") longest = 0;
    }
    await sleep(PAUSE_MS);
  }
}

/** Another caller, in a process of its own. */
export function watchHealth(url: string): HealthWatch {
  const child = fork(fileURLToPath(import.meta.url), [url]);
  const ended = once(child, "exit").then(() => {
    throw new Error(`${url} does not answer any more`);
  });
  ended.catch(() => undefined);
  const question = async (text: string): Promise<number> => {
    const answer = once(child, "message") as Promise<[number]>;
    child.send(text);
    return (await Promise.race([answer, ended]))[0];
  };
  return {
    begin: async () => void (await question("begin")),
    longest: () => question("longest"),
    stop: () => void child.kill(),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await ask(process.argv[2]!);
