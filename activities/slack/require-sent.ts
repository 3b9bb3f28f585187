import { ApplicationFailure, ApplicationFailureCategory } from "@temporalio/common";
import { recordIntegrationUse } from "../../domain/integrations/integration.commands.ts";
import { isOutOfReach } from "../../domain/slack/slack-notice.rules.ts";
import type { SlackOutcome } from "../../integrations/slack/slack-client.ts";
import { runAsSystem, type SystemDeps } from "../run-as-system.ts";

/** Retried, no sooner than Slack asks. Not logged, because failures that matter are counted. */
export const later = (message: string, seconds?: number): ApplicationFailure =>
  ApplicationFailure.create({
    type: "SlackLater",
    message,
    category: ApplicationFailureCategory.BENIGN,
    ...(seconds === undefined ? {} : { nextRetryDelay: Math.ceil(seconds * 1_000) }),
  });

/**
 * Records the outcome; returns since when Slack has been failing. Exceeding the rate is not a failure of the
 * integration. A success that the database does not record must not fail: the message would be sent again.
 */
async function recordUse(deps: SystemDeps, outcome: SlackOutcome): Promise<Date | null> {
  if (!outcome.ok && outcome.problem === "rate_limited") throw later(outcome.detail, outcome.retryAfter);
  const result = outcome.ok ? { ok: true as const, detail: "sent" } : outcome;
  const recorded = runAsSystem(deps, (ctx) => recordIntegrationUse(ctx, { kind: "slack", result }));
  return outcome.ok ? recorded.catch(() => null) : recorded;
}

/** Records the outcome, and throws if the message must be retried. */
export async function requireSent(deps: SystemDeps, outcome: SlackOutcome): Promise<void> {
  await recordUse(deps, outcome);
  if (!outcome.ok) throw later(outcome.detail);
}

/** The same for a notice of an event at `since`, which is given up if Slack has been unreachable for long. */
export async function requirePosted(deps: SystemDeps, outcome: SlackOutcome, since: Date): Promise<void> {
  const failingSince = await recordUse(deps, outcome);
  if (outcome.ok) return;
  const { problem, detail } = outcome;
  if (!isOutOfReach({ problem, failingSince }, { noticeOf: since, now: deps.clock.now() }))
    throw later(detail);
  const message = `Slack has been unreachable since ${failingSince!.toISOString()}: the notice was dropped (${detail})`;
  throw ApplicationFailure.nonRetryable(message, "SlackOutOfReach");
}

/**
 * The same for a message to one person. If they left the channel, or asked too long ago, it cannot be sent;
 * that is not a failure of the integration.
 */
export async function requireSeen(deps: SystemDeps, outcome: SlackOutcome): Promise<void> {
  const isTooLate =
    !outcome.ok && (outcome.problem === "wrong_address" || outcome.error === "user_not_in_channel");
  if (!isTooLate) await requireSent(deps, outcome);
}
