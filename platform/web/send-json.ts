import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Response } from "express";

const compress = promisify(gzip);

/** Below it the answer fits in a packet or two as it is. */
const WORTH_BYTES = 1_400;

/**
 * Answers JSON, compressed where the caller takes that. Not for answers with a secret: how well those are compressed can
 * tell it, bit by bit, to whoever makes the caller ask and sees the lengths (BREACH). Nor for those with a strong ETag,
 * which is of one encoding.
 */
export async function sendJson(response: Response, body: unknown): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(body));
  response.vary("Accept-Encoding").type("json");
  const takesGzip = response.req.acceptsEncodings("gzip", "identity") === "gzip";
  if (!takesGzip || bytes.length < WORTH_BYTES) return void response.send(bytes);
  const compressed = await compress(bytes);
  response.set("Content-Encoding", "gzip").send(compressed);
}
