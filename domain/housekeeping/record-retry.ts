import type { CommandContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";

/** Notes that the caller has a failed workflow started again. */
export async function recordRetry(
  ctx: CommandContext,
  { id, runId, type }: { id: string; runId: string; type: string },
): Promise<void> {
  const data = { workflow: { id, run_id: runId, type } };
  recordEvent(ctx, "workflow.retried", { subjectId: runId, projectId: null, data });
  await ctx.em.flush();
}
