import { setTimeout as sleep } from "node:timers/promises";

const LOOK_MS = 200;
const PATIENCE_MS = 10 * 60_000;

/** Polls until the condition holds. Throws, naming what is missing, after a timeout. */
export async function waitUntil(what: string, isDone: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; !(await isDone()); await sleep(LOOK_MS))
    if (Date.now() > end) throw new Error(`${what} took longer than ${PATIENCE_MS / 60_000} minutes`);
}
