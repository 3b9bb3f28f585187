import { expect, test } from "@jest/globals";
import { PassThrough, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setImmediate as turn } from "node:timers/promises";
import { infrastructureFault } from "../../platform/database/infrastructure-fault.ts";
import { paced } from "../../platform/blobs/paced.ts";

const PACE = { graceMs: 100, bytesPerSecond: 1_000 };
const busyFor = (ms: number): void => {
  for (const end = performance.now() + ms; performance.now() < end;);
};

test("passes on what arrives in time", async () => {
  const source = new PassThrough();
  source.write("abc");
  source.end("def");
  expect(String(await buffer(paced(source, PACE)))).toBe("abcdef");
});

test("fails as an outage when the bytes do not arrive in time, and lets go of the store", async () => {
  const source = new PassThrough();
  source.write("abc");
  const failure = await buffer(paced(source, PACE)).catch((error: unknown) => error);
  expect(infrastructureFault(failure)).toBe("away");
  expect(source.destroyed).toBe(true);
});

test("does not count the time of a slow reader", async () => {
  const chunk = "x".repeat(64 * 1_024);
  const source = Readable.from([chunk, chunk, chunk, chunk], { objectMode: false });
  let read = 0;
  for await (const { length } of paced(source, { ...PACE, bytesPerSecond: 1e9 })) {
    read += length;
    busyFor(60);
    await turn();
  }
  expect(read).toBe(4 * chunk.length);
});

test("lets go of the store when its reader leaves, even before the first byte", async () => {
  const source = new PassThrough();
  const stream = paced(source, PACE);
  const closed = new Promise((resolve) => void source.once("close", resolve));
  stream.destroy();
  await closed;
});
