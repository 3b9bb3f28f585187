import type { CommandContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";

interface RetryableRun {
  id: string;
  runId: string;
  type: string;
}

/** Starts a failed workflow again, for the caller. Recorded first: what cannot be recorded does not happen. */
export async function retryWorkflow(
  ctx: CommandContext,
  run: RetryableRun,
  restart: (run: RetryableRun) => Promise<void>,
): Promise<void> {
  const { id, runId, type } = run;
  const data = { workflow: { id, run_id: runId, type } };
  recordEvent(ctx, "workflow.retried", { subject: { id: runId }, data });
  await ctx.em.flush();
  await restart(run);
}
