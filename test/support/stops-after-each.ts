import { afterEach } from "@jest/globals";

/** A list to which tests add functions that run after that test, last first: call it at the top of a test file. */
export function stopsAfterEach(timeoutMs?: number): (() => unknown)[] {
  const stops: (() => unknown)[] = [];
  afterEach(async () => {
    for (const stop of stops.splice(0).toReversed()) await stop();
  }, timeoutMs);
  return stops;
}
