import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@temporalio/client";
import { withDeadline } from "../platform/temporal/temporal.ts";
import { orEnded } from "./or-ended.ts";

const POLL_MS = 250;

interface Stopping {
  workflowId: string;
  /** Arguments of the signal. */
  args?: readonly unknown[];
}

/**
 * Asks a workflow to withdraw, and waits until it has ended. It ends after its last activity, so that nothing
 * is written afterwards.
 */
export async function stopWorkflow(
  temporal: Client,
  { workflowId, args = [] }: Stopping,
  signal: AbortSignal,
): Promise<void> {
  const handle = temporal.workflow.getHandle(workflowId);
  // A call without an answer fails and is repeated, instead of lasting as long as the step may.
  const withinTime = <T>(call: () => Promise<T>) => withDeadline(temporal, () => orEnded(call()));
  await withinTime(() => handle.signal("withdraw", ...args));
  while ((await withinTime(() => handle.describe()))?.status.name === "RUNNING")
    await sleep(POLL_MS, undefined, { signal });
}
