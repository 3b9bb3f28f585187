import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { createFairSlots } from "../platform/concurrency/fair-slots.ts";
import { invalid, unavailable } from "../platform/errors.ts";
import { ExtractionError } from "./extraction-error.ts";
import type { ParserJob, WriteMarkdownJob } from "./parser-job.ts";
import { createParserPool } from "./parser-pool.ts";
import type { ParserInput, ProcessLimits } from "./parser-process.ts";

/** Several times what the largest legitimate file takes. */
const LIMITS: ProcessLimits = {
  heapMegabytes: 512,
  memoryMegabytes: 1024,
  timeoutMs: 30_000,
  outputBytes: 64 * 1024 * 1024,
};

/** One of the slots stays free for other callers. */
const SLOTS = {
  what: "files",
  slots: 2,
  slotsEach: 1,
  waitingEach: 4,
  waitMs: 10_000,
} as const;

/** Of the most recently written documents; each is the same for everyone with access. */
const KEPT_BYTES = 16 * 1024 * 1024;

export interface FileTasksOptions extends Partial<ProcessLimits> {
  prewarm?: boolean;
}

/**
 * File operations for requests, in capped children, so that no file delays other requests. `caller`
 * identifies the requester: each has a share of the children, and more is refused (RATE_LIMITED,
 * SERVICE_UNAVAILABLE).
 */
export interface FileTasks {
  /** A file that is damaged or exceeds the limits is a VALIDATION_ERROR for `file`. */
  run(caller: string, job: ParserJob, file: ParserInput): Promise<Buffer>;
  /** A text that exceeds the limits is a VALIDATION_ERROR for `format`. */
  writeMarkdown(
    caller: string,
    markdown: string,
    about: { format: WriteMarkdownJob["format"]; title: string; asOf: Date },
  ): Promise<Buffer>;
  close(): Promise<void>;
}

/** An error that the caller can act on; the machine's own faults are temporary. */
function explain(error: unknown, field: "file" | "format"): unknown {
  if (!(error instanceof ExtractionError)) return error;
  if (error.reason === "aborted" || error.reason === "crashed")
    return unavailable("The file could not be processed: try again shortly", { cause: error });
  if (error.isOverLimits)
    return invalid({
      field,
      error: "needs more time or memory than is allowed: make it smaller or simpler",
    });
  // Any text of a caller can be written, so this is a bug of ours.
  return field === "file" ? invalid({ field, error: error.message }) : error;
}

/** For an API process. */
export function createFileTasks({ prewarm = true, ...limits }: FileTasksOptions = {}): FileTasks {
  const pool = createParserPool({ ...LIMITS, ...limits }, prewarm);
  const slots = createFairSlots(SLOTS);
  const written = new LRUCache<string, Buffer>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ length }) => length,
  });
  const inChild = async (field: "file" | "format", job: ParserJob, file: ParserInput): Promise<Buffer> => {
    try {
      return (await pool.run("documents", job, file)).body;
    } catch (error) {
      throw explain(error, field);
    }
  };
  return {
    run: (caller, job, file) => slots.run(caller, () => inChild("file", job, file)),
    async writeMarkdown(caller, markdown, { format, title, asOf }) {
      const job: WriteMarkdownJob = { task: "write_markdown", format, title, asOf: asOf.toISOString() };
      const key = hash("sha256", JSON.stringify([job, markdown]), "base64");
      return (
        written.get(key) ??
        slots.run(caller, async () => {
          // Several callers may have waited for the same document.
          const file = written.get(key) ?? (await inChild("format", job, Buffer.from(markdown)));
          written.set(key, file);
          return file;
        })
      );
    },
    close: pool.close,
  };
}
