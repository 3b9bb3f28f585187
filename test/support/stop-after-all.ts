import { afterAll } from "@jest/globals";

type Opened = { stop(): unknown } | { close(): unknown } | { drop(): unknown };

/** Latest last. Each test file loads this module again. */
const opened: Opened[] = [];

afterAll(async () => {
  for (const one of opened.toReversed())
    await ("stop" in one ? one.stop() : "close" in one ? one.close() : one.drop());
});

/** Stops, closes or drops it after the tests of this file, what was opened last first: call it at the top. */
export async function stopAfterAll<T extends Opened>(opening: T | Promise<T>): Promise<T> {
  const one = await opening;
  opened.push(one);
  return one;
}
