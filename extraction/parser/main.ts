import net from "node:net";
import { buffer } from "node:stream/consumers";
import type { ParserJob, ReadJob } from "../parser-job.ts";
import type { ParserReply } from "../parser-reply.ts";
import { encodePreview } from "../preview.ts";
import type { RejectedFileError } from "../rejected-file-error.ts";
import { closeNetwork } from "./close-network.ts";
import type { ParseError } from "./parse-error.ts";
import { doTask, type TaskDone } from "./do-task.ts";

/*
 * The child's entry point: reads one job and one document from standard input, writes one response to file
 * descriptor 3, then the preview, if any, to file descriptor 4, and exits. See ../parser-process.ts for its
 * restrictions.
 */

const RESULT_FD = 3;
const PREVIEW_FD = 4;

async function readInput(): Promise<{ job: ParserJob; file: Buffer } | null> {
  const input = await buffer(process.stdin);
  const end = input.indexOf("\n");
  // The parent exited, or had no document left: nothing to do.
  if (end < 0) return null;
  return { job: JSON.parse(input.toString("utf8", 0, end)) as ParserJob, file: input.subarray(end + 1) };
}

/** By name, because each script of the program has classes of its own. */
const isRefusal = (error: unknown): error is ParseError | RejectedFileError =>
  error instanceof Error && (error.name === "ParseError" || error.name === "RejectedFileError");

function failureOf(error: unknown, job: ParserJob): ParserReply {
  if (isRefusal(error)) return { ok: false, reason: error.reason, message: error.message };
  const detail = error instanceof Error ? error.message.replace(/\s+/g, " ").slice(0, 300) : "unknown error";
  if (/allocation failed|Invalid string length|out of memory|Invalid array length/i.test(detail))
    return { ok: false, reason: "memory", message: "Reading the file needs more memory than is allowed." };
  if (/call stack/.test(detail))
    return { ok: false, reason: "too_deep", message: "The content of the file is nested too deeply." };
  const what = job.task === "read" ? `${(job as ReadJob).format} file` : "file";
  return { ok: false, reason: "corrupt", message: `The ${what} is damaged and cannot be read: ${detail}` };
}

/** Resolves once the pipe has accepted everything: what comes next may block or end this process. */
function send(fd: number, parts: readonly (Buffer | string)[]): Promise<void> {
  const output = new net.Socket({ fd, readable: false, writable: true });
  for (const part of parts) output.write(part);
  return new Promise((resolve) => output.end(resolve));
}

async function sendPreview({ drawPreview }: TaskDone): Promise<void> {
  const preview = (await drawPreview?.()) ?? null;
  if (preview !== null) await send(PREVIEW_FD, [encodePreview(preview)]);
}

async function sendResult({ job, file }: { job: ParserJob; file: Buffer }): Promise<TaskDone | null> {
  let reply: ParserReply;
  try {
    const done = await doTask(job, file);
    reply = { ok: true, bytes: done.body.length };
    await send(RESULT_FD, [`${JSON.stringify(reply)}\n`, done.body]);
    return done;
  } catch (error) {
    reply = failureOf(error, job);
    await send(RESULT_FD, [`${JSON.stringify(reply)}\n`]);
    return null;
  }
}

async function main(): Promise<void> {
  closeNetwork();
  const input = await readInput();
  if (input === null) return;
  const done = await sendResult(input);
  // A failed preview does not affect the document.
  if (done !== null) await sendPreview(done).catch(() => undefined);
  // Timers and handles left by a parser must not keep the child alive.
  process.exit(0);
}

await main();
