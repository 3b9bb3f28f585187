import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/**
 * Streams an answer. A caller who goes away is no fault of ours, whether before the end or, as some do, in the moment
 * the last byte is there, when nobody here has noticed yet that it was the last. A source that fails throws.
 */
export async function streamToCaller(
  source: Readable | AsyncIterable<string>,
  response: ServerResponse,
): Promise<void> {
  const stream = source instanceof Readable ? source : Readable.from(source);
  let hasLeft = false;
  // Before everybody else hears of it: a source that failed is what closed the response, one that goes on is not.
  response.prependOnceListener("close", () => {
    hasLeft = !stream.destroyed || stream.readableEnded;
  });
  try {
    await pipeline(stream, response);
  } catch (error) {
    if (!hasLeft) throw error;
  }
}
