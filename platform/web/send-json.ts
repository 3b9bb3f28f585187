import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Response } from "express";

const compress = promisify(gzip);

/** Below this size the response fits into a packet or two anyway. */
const WORTH_BYTES = 1_400;

/**
 * Sends JSON, compressed if the caller accepts it. Not for responses with a secret: their compressed size can
 * reveal it, byte by byte, to an attacker who triggers requests and sees the lengths (BREACH). Nor for
 * responses with a strong ETag, which belongs to one encoding.
 */
export async function sendJson(response: Response, body: unknown): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(body));
  response.vary("Accept-Encoding").type("json");
  const takesGzip = response.req.acceptsEncodings("gzip", "identity") === "gzip";
  if (!takesGzip || bytes.length < WORTH_BYTES) return void response.send(bytes);
  const compressed = await compress(bytes);
  response.set("Content-Encoding", "gzip").send(compressed);
}
