import { ExtractionError, type ExtractionFailure } from "./extraction-error.ts";

/**
 * What a child answers: this line of JSON, then, where it went well, the document as `bytes` bytes of JSON.
 * The count tells a whole document from one whose writer was ended.
 */
export type ParserReply =
  | { ok: true; bytes: number }
  | { ok: false; reason: ExtractionFailure; message: string };

function splitReply(output: Buffer): { reply: ParserReply; body: Buffer } | null {
  const end = output.indexOf("\n");
  if (end < 0) return null;
  const reply = JSON.parse(output.toString("utf8", 0, end)) as ParserReply;
  return { reply, body: output.subarray(end + 1) };
}

/** Whether the child had said all it had to say. */
export function isWholeReply(output: Buffer): boolean {
  const split = splitReply(output);
  return split !== null && (!split.reply.ok || split.reply.bytes === split.body.length);
}

/** The document in a child's answer, still as JSON. Throws the ExtractionError which the answer reports. */
export function readReply(output: Buffer): Buffer {
  const split = isWholeReply(output) ? splitReply(output) : null;
  if (split === null) throw new ExtractionError("crashed", "The parser ended without an answer.");
  if (!split.reply.ok) throw new ExtractionError(split.reply.reason, split.reply.message);
  return split.body;
}
