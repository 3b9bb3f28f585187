import { closeSync, openSync } from "node:fs";
import { DEFAULT_PROCESS_LIMITS } from "../../extraction/extract-document.ts";
import { ExtractionError } from "../../extraction/extraction-error.ts";
import type { ReadJob } from "../../extraction/parser-job.ts";
import { parserProgram } from "../../extraction/parser-pool.ts";
import { protectionsOf, startParser } from "../../extraction/parser-process.ts";
import { infrastructureFault } from "../../platform/database/infrastructure-fault.ts";

/*
 * A process that has no file handle left when it starts a parser. It prints the reason of the failure and whose
 * fault it is.
 */

const program = parserProgram();
// Tries the enclosure, which needs handles too.
protectionsOf(program);
const open: number[] = [];
try {
  for (;;) open.push(openSync("/dev/null", "r"));
} catch {
  // None is left.
}
const child = startParser("documents", DEFAULT_PROCESS_LIMITS, program);
const limits = { ocrPages: 1, ocrMs: 1, pages: 1, rows: 1, characters: 1 };
const job: ReadJob = { task: "read", format: "pdf", limits };
const failure = await child
  .run(job, Buffer.from("x"))
  .then(() => null)
  .catch((error: unknown) => error);
await child.kill();
open.forEach(closeSync);
const reason = failure instanceof ExtractionError ? failure.reason : String(failure);
process.stdout.write(JSON.stringify([reason, infrastructureFault(failure), child.alive()]));
