import { createHash } from "node:crypto";

/** The SHA-256 of all bytes of a stream, in hexadecimal. */
export async function sha256Of(chunks: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest("hex");
}
