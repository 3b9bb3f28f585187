import { setTimeout as sleep } from "node:timers/promises";
import { StackError } from "../stack/stack-error.ts";

const POLL_MS = 300;

/** Polls until `done` returns true. */
export async function waitFor<T>(
  what: string,
  ask: () => Promise<T>,
  done: (answer: T) => boolean,
  seconds = 60,
): Promise<T> {
  const end = Date.now() + seconds * 1_000;
  for (;;) {
    const answer = await ask();
    if (done(answer)) return answer;
    if (Date.now() > end)
      throw new StackError(`${what}: not within ${seconds} s; last ${JSON.stringify(answer)}`);
    await sleep(POLL_MS);
  }
}
