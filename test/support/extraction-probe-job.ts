import type { ReadJob } from "../../extraction/parser-job.ts";

/** A job for the probe: what it should do, and what with. */
export interface ProbeJob extends ReadJob {
  command: string[];
}
