import { existsSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "../platform/process/start-error.ts";
import { ExtractionError } from "./extraction-error.ts";
import type { ParserJob } from "./parser-job.ts";
import {
  protectionsOf,
  startParser,
  type ParserInput,
  type ParserProcess,
  type ParserProfile,
  type ProcessLimits,
} from "./parser-process.ts";
import { readReply } from "./parser-reply.ts";

/** What a child made of its document. */
export interface ParserResult {
  body: Buffer;
  /** See preview.ts; empty if there is none, and untrusted otherwise. */
  preview: Buffer;
}

export interface ParserPool {
  /** Runs one job in its own child process, so nothing carries over. Throws ExtractionError. */
  run(profile: ParserProfile, job: ParserJob, file: ParserInput, signal?: AbortSignal): Promise<ParserResult>;
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

/**
 * Children for the files of a process. With `prewarm`, each document leaves one waiting for the next, which saves about
 * 0.05 s per file; a process that reads no documents starts none.
 */
export function createParserPool(limits: ProcessLimits, prewarm: boolean): ParserPool {
  const running = new Set<ParserProcess>();
  let closed = false;
  const program = parserProgram();
  const start = (profile: ParserProfile) => startParser(profile, limits, program);
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
      const { reply, preview } = await child.run(job, file, signal);
      return { body: readReply(reply), preview };
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
