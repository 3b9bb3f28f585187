import { setTimeout as sleep } from "node:timers/promises";

/**
 * Polls until `done` returns true; throws with the last result after `timeoutMs`: by default, a little before the
 * limit of a test, whose error would not contain that result.
 */
export async function waitFor<T>(
  ask: () => Promise<T>,
  done: (answer: T) => boolean,
  timeoutMs = 100_000,
): Promise<T> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (done(answer)) return answer;
    if (performance.now() > end)
      throw new Error(`not within ${timeoutMs} ms; last: ${JSON.stringify(answer)}`);
    await sleep(100);
  }
}
