import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** How long a caller may take to read what the buffers of one response hold, some 64 KiB. */
const PATIENCE_MS = 30_000;

/** Passes a source on chunk by chunk, and ends the response if the caller does not read a chunk in time. */
const watched = (response: ServerResponse, patienceMs: number) =>
  async function* (source: Readable): AsyncGenerator<unknown> {
    const watch = (): NodeJS.Timeout => setTimeout(() => response.destroy(), patienceMs).unref();
    for await (const chunk of source) {
      // The next chunk is requested once there is room for it.
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
 * Streams a response to a caller who reads it. A caller who disconnects is not an error, whether before the
 * end or just after the last byte, before we have noticed that it was the last. A failing source throws.
 */
export async function streamToCaller(
  source: Readable | AsyncIterable<string>,
  response: ServerResponse,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const stream = source instanceof Readable ? source : Readable.from(source);
  let hasLeft = response.destroyed;
  // Before other listeners: a failed source is what closed the response, a running one is not.
  response.prependOnceListener("close", () => {
    hasLeft = !stream.destroyed || stream.readableEnded;
  });
  try {
    await pipeline(stream, watched(response, patienceMs), response);
  } catch (error) {
    if (!hasLeft) throw error;
  }
}
