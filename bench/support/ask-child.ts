import type { ChildProcess, Serializable } from "node:child_process";
import { once } from "node:events";

/** Sends a message to a forked process and waits for its answer. Fails if the process ends first. */
export async function askChild<T>(child: ChildProcess, message: Serializable): Promise<T> {
  const over = new AbortController();
  const answer = once(child, "message", { signal: over.signal });
  const ended = once(child, "exit", { signal: over.signal }).then(([code, signal]) => {
    throw new Error(`A process of the benchmark ended (${String(signal ?? `exit code ${code}`)})`);
  });
  try {
    child.send(message);
    return ((await Promise.race([answer, ended])) as [T])[0];
  } finally {
    over.abort();
  }
}

/** For the forked process: it ends with the benchmark, however that ends. */
export const endWithParent = (): void => void process.once("disconnect", () => process.exit());
