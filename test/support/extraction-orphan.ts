import { DEFAULT_PROCESS_LIMITS } from "../../extraction/extract-document.ts";
import type { ProbeJob } from "./extraction-probe-job.ts";
import { startParser } from "../../extraction/parser-process.ts";
import { untilBusy } from "./until-busy.ts";

/*
 * A worker that is killed without clean-up while one of its parser children works and one waits. It prints
 * their process ids first. Arguments: the program of the children, and any file for the first one.
 */

const [program, file] = process.argv.slice(2) as [string, string];
const limits = { ...DEFAULT_PROCESS_LIMITS, timeoutMs: 500 };
const [working, waiting] = [
  startParser("documents", limits, program),
  startParser("documents", limits, program),
];
const parse = { ocrPages: 1, ocrMs: 1, pages: 1, rows: 1, characters: 1 };
const job: ProbeJob = { task: "read", format: "pdf", limits: parse, command: ["hang"] };
void working.run(job, file);
process.stdout.write(JSON.stringify([working.pid, waiting.pid]));
await untilBusy(working.pid);
process.kill(process.pid, "SIGKILL");
