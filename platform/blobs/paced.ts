import { Readable } from "node:stream";

/** How long a store may take for the bytes of a file: this long, and as long as they take at this speed. */
export interface Pace {
  graceMs: number;
  bytesPerSecond: number;
}

async function* atPace(source: Readable, { graceMs, bytesPerSecond }: Pace): AsyncGenerator<Buffer> {
  let leftMs = graceMs;
  const tooSlow = (): void => {
    const message = `the blob store sends fewer than ${bytesPerSecond} bytes a second`;
    source.destroy(new DOMException(message, "TimeoutError"));
  };
  const chunks = source.iterator() as AsyncIterableIterator<Buffer>;
  try {
    for (;;) {
      const [from, timer] = [performance.now(), setTimeout(tooSlow, Math.max(0, leftMs))];
      const next = await chunks.next().finally(() => clearTimeout(timer));
      if (next.done === true) return;
      leftMs += (next.value.length / bytesPerSecond) * 1_000 - (performance.now() - from);
      yield next.value;
    }
  } finally {
    source.destroy();
  }
}

/** Fails if the store takes longer altogether, even if it is never silent. A slow reader's time does not count. */
export const paced = (source: Readable, pace: Pace): Readable =>
  // A generator that was never started closes nothing.
  Readable.from(atPace(source, pace), { objectMode: false }).once("close", () => source.destroy());
