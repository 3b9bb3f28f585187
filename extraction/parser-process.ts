import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createReadStream, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { findEnclosure } from "./enclosure.ts";
import { ExtractionError } from "./extraction-error.ts";
import type { ParserJob } from "./parser-job.ts";
import { isWholeReply } from "./parser-reply.ts";
import { PARSER_V8_OPTIONS } from "./parser-v8-options.ts";
import { MAX_PREVIEW_BYTES } from "./preview.ts";

/*
 * One child process per document, which can reach only what it is given:
 * - Node's permission model lets it read the parsers' code only: no other file, no writing, no process, no
 *   worker thread.
 * - The document arrives on standard input, and results leave through two pipes: the child never sees a path.
 * - Its environment is empty. The child itself disables JavaScript's network access (see parser/main.ts).
 * - Where the system allows it, it has no network and its own user (see enclosure.ts).
 * - Wall-clock time, heap, memory, output and CPU time are capped, the last one by the kernel, so that a
 *   child cannot spin forever after its parent died.
 */

export interface ProcessLimits {
  /** JavaScript heap in megabytes. */
  heapMegabytes: number;
  /** Resident memory in megabytes, including buffers and WebAssembly. Watched on Linux only. */
  memoryMegabytes: number;
  timeoutMs: number;
  outputBytes: number;
}

/** `images` may load native code (sharp); all other parsers are JavaScript or WebAssembly. */
export type ParserProfile = "documents" | "images";

export interface ParserProcess {
  pid: number | undefined;
  /** False once it has ended: a child that was started in advance can be killed from outside. */
  alive(): boolean;
  /** Passes its one document to the child and returns the child's output. Throws ExtractionError. */
  run(job: ParserJob, file: ParserInput, signal?: AbortSignal): Promise<ParserOutput>;
  kill(): Promise<void>;
}

/** The path of the file, or its bytes. */
export type ParserInput = string | Buffer;

export interface ParserOutput {
  /** See parser-reply.ts. */
  reply: Buffer;
  /** See preview.ts; empty if there is none, and untrusted otherwise. */
  preview: Buffer;
}

type Stop = "timeout" | "memory" | "output_too_large" | "aborted";

const ROOT = join(import.meta.dirname, "..");
/** The real path: permissions apply after symbolic links, and node_modules may be one. */
const PACKAGES = realpathSync(join(ROOT, "node_modules"));
const READABLE = [import.meta.dirname, join(ROOT, "node_modules"), PACKAGES, join(ROOT, "package.json")];
const RESULT_FD = 3;
const PREVIEW_FD = 4;
/** A page can be crafted to be read at once but drawn forever. */
const PREVIEW_TIMEOUT_MS = 10_000;
const MEMORY_POLL_MS = 50;
const STDERR_BYTES = 16_384;
/** WebAssembly compiles on its own threads, so CPU time may exceed wall-clock time. */
const CPU_PER_SECOND = 2;

const MESSAGES: Record<Stop, string> = {
  timeout: "Reading the file took too long.",
  memory: "Reading the file needs more memory than is allowed.",
  output_too_large: "The file contains more text than can be handled.",
  aborted: "Reading the file was cancelled.",
};

function nodeArguments(profile: ParserProfile, limits: ProcessLimits, main: string): string[] {
  return [
    "--permission",
    ...[...READABLE, dirname(main)].map((path) => `--allow-fs-read=${path}`),
    ...(profile === "images" ? ["--allow-addons"] : []),
    `--max-old-space-size=${limits.heapMegabytes}`,
    ...PARSER_V8_OPTIONS,
    "--disable-warning=SecurityWarning",
    "--disable-warning=ExperimentalWarning",
    main,
  ];
}

const enclosureOf = (main: string) => findEnclosure([...READABLE, main]);

/** The system's restrictions on children that run this program, for a log line. */
export function protectionsOf(main: string): { network: boolean; user: boolean; missing: string[] } {
  const { network, user } = enclosureOf(main);
  const missing = [...(network ? [] : ["their own network"]), ...(user ? [] : ["their own user"])];
  return { network, user, missing };
}

function spawnParser(profile: ParserProfile, limits: ProcessLimits, main: string): ChildProcess | Error {
  const cpuSeconds = Math.ceil((limits.timeoutMs / 1000) * CPU_PER_SECOND);
  // No core dumps of users' documents, a CPU cap that outlives this process, then exec node.
  const script = `ulimit -c 0; ulimit -t ${cpuSeconds}; exec "$@"`;
  const command = [...enclosureOf(main).command(), process.execPath, ...nodeArguments(profile, limits, main)];
  try {
    return spawn("/bin/sh", ["-c", script, "sh", ...command], {
      cwd: "/",
      env: {},
      stdio: ["pipe", "ignore", "pipe", "pipe", "pipe"],
    });
  } catch (error) {
    // Node throws some errors of the system, such as ENOMEM, and emits others.
    return error as Error;
  }
}

/**
 * Resident memory in megabytes; null if unknown (not Linux, or the process has ended). Synchronous, because the
 * kernel answers from memory: five round trips to a thread would take ten times as long.
 */
function residentMegabytes(pid: number): number | null {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) / 1024;
  } catch {
    return null;
  }
}

function watchMemory(pid: number, limits: ProcessLimits, stop: (why: Stop) => void): () => void {
  const timer = setInterval(() => {
    if ((residentMegabytes(pid) ?? 0) > limits.memoryMegabytes) stop("memory");
  }, MEMORY_POLL_MS);
  return () => clearInterval(timer);
}

async function collect(output: Readable, maxBytes: number, stop: (why: Stop) => void): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of output as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxBytes) stop("output_too_large");
    else parts.push(part);
  }
  return Buffer.concat(parts);
}

/** The beginning of the child's stderr: V8 names the cause of death first. */
function headOf(stream: Readable): () => string {
  let text = "";
  stream.setEncoding("utf8");
  stream.on("data", (part: string) => {
    if (text.length < STDERR_BYTES) text += part;
  });
  return () => text;
}

async function feed(stdin: Writable, job: ParserJob, file: ParserInput): Promise<void> {
  stdin.write(`${JSON.stringify(job)}\n`);
  try {
    await pipeline(typeof file === "string" ? createReadStream(file) : Readable.from([file]), stdin);
  } catch (error) {
    // A child that ended early closes its end of the pipe; its exit says more than EPIPE.
    const code = (error as NodeJS.ErrnoException).code ?? "";
    if (!["EPIPE", "ECONNRESET", "ERR_STREAM_PREMATURE_CLOSE", "ERR_STREAM_DESTROYED"].includes(code))
      throw error;
  }
}

/** Signals from outside: no file makes its parser send one of these to itself. */
const STOP_SIGNALS: ReadonlySet<string | null> = new Set(["SIGTERM", "SIGINT", "SIGHUP"]);

function deathOf(code: number | null, signal: string | null, complaints: string): ExtractionError {
  if (STOP_SIGNALS.has(signal)) return new ExtractionError("aborted", MESSAGES.aborted);
  if (/heap out of memory|Array buffer allocation failed/.test(complaints))
    return new ExtractionError("memory", MESSAGES.memory);
  if (signal === "SIGXCPU") return new ExtractionError("timeout", MESSAGES.timeout);
  const how = signal ?? `exit code ${code}`;
  return new ExtractionError("crashed", `The parser ended unexpectedly (${how}).`, complaints.slice(0, 2000));
}

function failureOf(child: ChildProcess, stopped: Stop | undefined, work: Work): ExtractionError | null {
  if (stopped !== undefined) return new ExtractionError(stopped, MESSAGES[stopped]);
  return child.exitCode === 0 ? null : deathOf(child.exitCode, child.signalCode, work.complaints());
}

async function supervise(child: RunningChild, limits: ProcessLimits, work: Work): Promise<ParserOutput> {
  const { pid, stdin } = child;
  const [output, picture] = [child.stdio[RESULT_FD], child.stdio[PREVIEW_FD]] as [Readable, Readable];
  let stopped: Stop | undefined;
  const stop = (why: Stop) => {
    stopped ??= why;
    child.kill("SIGKILL");
  };
  const abort = () => stop("aborted");
  const timer = setTimeout(() => stop("timeout"), limits.timeoutMs);
  let previewTimer: NodeJS.Timeout | undefined;
  output.once("end", () => {
    previewTimer = setTimeout(() => stop("timeout"), PREVIEW_TIMEOUT_MS);
  });
  const unwatch = watchMemory(pid, limits, stop);
  work.signal?.addEventListener("abort", abort, { once: true });
  try {
    if (work.signal?.aborted === true) abort();
    const [reply, preview] = await Promise.all([
      collect(output, limits.outputBytes, stop),
      collect(picture, MAX_PREVIEW_BYTES, stop),
      feed(stdin, work.job, work.file),
      child.exitCode === null && child.signalCode === null ? once(child, "exit") : null,
    ]);
    const failure = failureOf(child, stopped, work);
    if (failure === null) return { reply, preview };
    // A child that delivered the whole document was only missing its preview, so only that is lost.
    if (failure.reason === "aborted" || !isWholeReply(reply)) throw failure;
    return { reply, preview: Buffer.alloc(0) };
  } finally {
    clearTimeout(timer);
    clearTimeout(previewTimer);
    unwatch();
    work.signal?.removeEventListener("abort", abort);
    child.kill("SIGKILL");
  }
}

/** With its standard streams, which are pipes. */
type RunningChild = ChildProcess & { pid: number; stdin: Writable; stderr: Readable };

const isRunning = (child: ChildProcess): child is RunningChild => child.pid !== undefined;

interface Work {
  job: ParserJob;
  file: ParserInput;
  signal: AbortSignal | undefined;
  complaints: () => string;
}

/** A waiting child must not keep this process alive; a working one must. */
function setReferenced(child: ChildProcess, referenced: boolean): void {
  const handles = [child, ...child.stdio] as ({ ref?: () => void; unref?: () => void } | null)[];
  for (const handle of handles) (referenced ? handle?.ref : handle?.unref)?.call(handle);
}

/** The machine is out of memory, processes or file handles, which says nothing about the document. */
const neverStarted = (cause: Promise<unknown>): ParserProcess => ({
  pid: undefined,
  alive: () => false,
  async run() {
    throw new ExtractionError("aborted", "The parser could not be started.", await cause);
  },
  kill: async () => undefined,
});

/**
 * Starts a child that waits for its one document. `main` is its program; the child may read the files beside
 * it.
 */
export function startParser(profile: ParserProfile, limits: ProcessLimits, main: string): ParserProcess {
  const child = spawnParser(profile, limits, main);
  if (child instanceof Error) return neverStarted(Promise.resolve(child));
  // Without a listener, a failed start or a closed pipe would end this process; `supervise` reports both. Without
  // file handles there are no pipes at all.
  for (const emitter of [child, ...((child.stdio as ChildProcess["stdio"] | undefined) ?? [])])
    emitter?.on("error", () => undefined);
  if (!isRunning(child)) return neverStarted(once(child, "error").then(([error]: unknown[]) => error));
  const complaints = headOf(child.stderr);
  setReferenced(child, false);
  const alive = () => child.exitCode === null && child.signalCode === null;
  const run = (job: ParserJob, file: ParserInput, signal?: AbortSignal) => {
    setReferenced(child, true);
    return supervise(child, limits, { job, file, signal, complaints });
  };
  const kill = async () => {
    if (!alive()) return;
    const ended = once(child, "exit");
    child.ref();
    child.kill("SIGKILL");
    await ended;
  };
  return { pid: child.pid, alive, run, kill };
}
