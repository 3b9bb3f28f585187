import { afterEach } from "@jest/globals";

/** What each test adds is stopped after it, the last first: call it at the top of a test file. */
export function stopsAfterEach(timeoutMs?: number): (() => unknown)[] {
  const stops: (() => unknown)[] = [];
  afterEach(async () => {
    for (const stop of stops.splice(0).toReversed()) await stop();
  }, timeoutMs);
  return stops;
}
