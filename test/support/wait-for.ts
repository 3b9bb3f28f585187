import { setTimeout as sleep } from "node:timers/promises";

/** Asks until `done` says so; throws with the last answer when it takes longer than `timeoutMs`. */
export async function waitFor<T>(
  ask: () => Promise<T>,
  done: (answer: T) => boolean,
  timeoutMs = 45_000,
): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (done(answer)) return answer;
    if (Date.now() > end) throw new Error(`not within ${timeoutMs} ms; last: ${JSON.stringify(answer)}`);
    await sleep(100);
  }
}
