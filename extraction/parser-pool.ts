import { existsSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { StartError } from "../platform/process/start-error.ts";
import { ExtractionError } from "./extraction-error.ts";
import type { ParserJob } from "./parser-job.ts";
import {
  protectionsOf,
  startParser,
  type ParserInput,
  type ParserOutput,
  type ParserProcess,
  type ParserProfile,
  type ProcessLimits,
} from "./parser-process.ts";

export interface ParserPool {
  /** Runs one job in its own child process, so nothing carries over. Throws ExtractionError. */
  run(profile: ParserProfile, job: ParserJob, file: ParserInput, signal?: AbortSignal): Promise<ParserOutput>;
  /** Ends the children. */
  close(): Promise<void>;
  protections: ReturnType<typeof protectionsOf>;
}

const PROGRAM = join(import.meta.dirname, "dist", "main.mjs");

/** The module that children run: `npm start`, `npm test` and the image bundle it (`dev/setup/parsers.mjs`). */
export function parserProgram(): string {
  if (existsSync(PROGRAM)) return PROGRAM;
  throw new StartError("The parsers are not bundled: run `node dev/setup.mjs`", PROGRAM);
}

/** Below everything for which a user may be waiting, like the threads of the model. */
function lowerPriority({ pid }: ParserProcess): void {
  if (pid === undefined || process.platform !== "linux") return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, which its run reports.
  }
}

export interface ParserPoolOptions {
  /** Each document leaves a child waiting for the next, which saves about 0.05 s per file. */
  prewarm: boolean;
  /** Requests and searches come first when the processors are busy. */
  inBackground?: boolean;
}

/** Children for the files of a process; one that reads no documents starts none. */
export function createParserPool(
  limits: ProcessLimits,
  { prewarm, inBackground = false }: ParserPoolOptions,
): ParserPool {
  const running = new Set<ParserProcess>();
  let closed = false;
  const program = parserProgram();
  const start = (profile: ParserProfile): ParserProcess => {
    const child = startParser(profile, limits, program);
    if (inBackground) lowerPriority(child);
    return child;
  };
  let waiting: ParserProcess | null = null;

  const take = (profile: ParserProfile): ParserProcess => {
    if (!prewarm || profile !== "documents") return start(profile);
    // The waiting child may have been killed from outside.
    const ready = waiting?.alive() === true ? waiting : start(profile);
    waiting = start(profile);
    return ready;
  };

  const run: ParserPool["run"] = async (profile, job, file, signal) => {
    if (closed) throw new ExtractionError("aborted", "The extractor is closed.");
    const child = take(profile);
    running.add(child);
    try {
      return await child.run(job, file, signal);
    } finally {
      running.delete(child);
    }
  };

  const close = async () => {
    closed = true;
    await Promise.all([...running, ...(waiting === null ? [] : [waiting])].map((child) => child.kill()));
  };
  return { run, close, protections: protectionsOf(program) };
}
