import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** How long a caller may take to fetch what the buffers of one answer hold, some 64 KiB. */
const PATIENCE_MS = 30_000;

/** Hands on a source bit by bit, and ends the answer to a caller who does not fetch a bit in time. */
const watched = (response: ServerResponse, patienceMs: number) =>
  async function* (source: Readable): AsyncGenerator<unknown> {
    const watch = (): NodeJS.Timeout => setTimeout(() => response.destroy(), patienceMs).unref();
    for await (const chunk of source) {
      // The next one is asked for when there is room for it.
      const late = watch();
      try {
        yield chunk;
      } finally {
        clearTimeout(late);
      }
    }
    const late = watch();
    response.once("close", () => clearTimeout(late));
  };

/**
 * Streams an answer, to a caller who fetches it. One who goes away is no fault of ours, whether before the end or, as
 * some do, in the moment the last byte is there, when nobody here has noticed yet that it was the last. A source that
 * fails throws.
 */
export async function streamToCaller(
  source: Readable | AsyncIterable<string>,
  response: ServerResponse,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const stream = source instanceof Readable ? source : Readable.from(source);
  let hasLeft = response.destroyed;
  // Before everybody else hears of it: a source that failed is what closed the response, one that goes on is not.
  response.prependOnceListener("close", () => {
    hasLeft = !stream.destroyed || stream.readableEnded;
  });
  try {
    await pipeline(stream, watched(response, patienceMs), response);
  } catch (error) {
    if (!hasLeft) throw error;
  }
}
