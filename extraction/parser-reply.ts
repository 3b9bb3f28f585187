import { z } from "zod";
import { EXTRACTION_FAILURES, ExtractionError } from "./extraction-error.ts";

const Reply = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), bytes: z.int() }),
  z.object({ ok: z.literal(false), reason: z.enum(EXTRACTION_FAILURES), message: z.string() }),
]);

/**
 * The response of a child: this line of JSON, then, on success, the document as `bytes` bytes of JSON. The
 * count distinguishes a complete document from one whose writer was killed.
 */
export type ParserReply = z.infer<typeof Reply>;

/** Null unless it is a line of a child: after reading an untrusted file, a child may write anything. */
function parseReply(line: string): ParserReply | null {
  try {
    return Reply.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

function splitReply(output: Buffer): { reply: ParserReply; body: Buffer } | null {
  const end = output.indexOf("\n");
  if (end < 0) return null;
  const reply = parseReply(output.toString("utf8", 0, end));
  return reply === null ? null : { reply, body: output.subarray(end + 1) };
}

/** Whether the child's response is complete. */
export function isWholeReply(output: Buffer): boolean {
  const split = splitReply(output);
  return split !== null && (!split.reply.ok || split.reply.bytes === split.body.length);
}

/**
 * The document in a child's response, still as JSON. Throws the ExtractionError that the response reports.
 */
export function readReply(output: Buffer): Buffer {
  const split = isWholeReply(output) ? splitReply(output) : null;
  if (split === null) throw new ExtractionError("crashed", "The parser ended without an answer.");
  if (!split.reply.ok) throw new ExtractionError(split.reply.reason, split.reply.message);
  return split.body;
}
