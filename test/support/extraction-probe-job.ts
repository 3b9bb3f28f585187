import type { ReadJob } from "../../extraction/parser-job.ts";

/** A job for the probe: its command and argument. */
export interface ProbeJob extends ReadJob {
  command: string[];
}
