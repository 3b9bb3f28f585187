import { findLocked } from "../../platform/database/lock-row.ts";
import type { SystemContext } from "../context.ts";
import { recordFailing, type FailedResult } from "../integrations/integration.commands.ts";
import { Integration } from "../integrations/integration.entity.ts";
import { FAILING_AFTER } from "../integrations/integration.rules.ts";

/**
 * Records that Slack no longer accepts our credentials, as reported by it: the event is recorded at
 * once, and once. `of` is the time of the settings with these credentials: newer ones are not affected.
 */
export async function recordSlackLost(
  ctx: SystemContext,
  { of, result }: { of: Date; result: FailedResult },
): Promise<void> {
  const integration = await findLocked(ctx.em, Integration, { kind: "slack" });
  if (integration?.updatedAt.getTime() !== of.getTime()) return;
  const isNews = integration.failures < FAILING_AFTER;
  integration.failures = Math.max(integration.failures, FAILING_AFTER);
  integration.failingSince ??= ctx.clock.now();
  integration.testedAt = ctx.clock.now();
  integration.testOk = false;
  integration.testProblem = result.problem;
  integration.testDetail = result.detail;
  if (isNews) recordFailing(ctx, integration, result);
}
