import { setTimeout as sleep } from "node:timers/promises";
import type { DemoClient, IngestionState } from "./demo-client.ts";
import { DemoError } from "./demo-error.ts";
import type { ProgressView } from "./show-progress.ts";

export interface Uploaded {
  name: string;
  evidenceId: string;
}

/** Polling seven files once a second stays well below the gateway's 1000 requests a minute. */
const POLL_MS = 1_000;
const ENDED = new Set(["COMPLETED", "FAILED", "QUARANTINED"]);

/**
 * Follows every file until its ingestion has ended; returns the results. Throws DemoError if some have not
 * ended after `deadlineMs`.
 */
export async function watchIngestion(
  client: Pick<DemoClient, "ingestion">,
  files: readonly Uploaded[],
  view: ProgressView,
  deadlineMs: number,
): Promise<Map<string, IngestionState>> {
  const deadline = Date.now() + deadlineMs;
  const states = new Map<string, IngestionState>();
  const waiting = () => files.filter(({ name }) => !ENDED.has(states.get(name)?.chunking_status ?? ""));
  while (waiting().length > 0) {
    for (const { name, evidenceId } of waiting()) {
      const state = await client.ingestion(evidenceId);
      states.set(name, state);
      const status = state.chunking_status;
      view.update(name, state.progress, status === "PROCESSING" ? (state.step ?? status) : status);
    }
    if (waiting().length === 0) break;
    if (Date.now() > deadline) {
      const list = waiting().map(({ name }) => `\n  ${name}: ${states.get(name)?.workflow_url}`);
      throw new DemoError(
        `Not done after ${deadlineMs / 1_000} s; Temporal shows what they wait for:${list.join("")}`,
      );
    }
    await sleep(POLL_MS);
  }
  return states;
}
