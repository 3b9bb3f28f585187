import { ApplicationFailure, ApplicationFailureCategory } from "@temporalio/common";
import { noteIntegrationUse } from "../../domain/integrations/integration.commands.ts";
import type { SlackOutcome } from "../../integrations/slack/slack-client.ts";
import { runAsSystem, type SystemDeps } from "../run-as-system.ts";

/** To be tried again, no sooner than Slack asks for. Nobody need read of it: what counts is counted. */
export const later = (message: string, seconds?: number): ApplicationFailure =>
  ApplicationFailure.create({
    type: "SlackLater",
    message,
    category: ApplicationFailureCategory.BENIGN,
    ...(seconds === undefined ? {} : { nextRetryDelay: Math.ceil(seconds * 1_000) }),
  });

/** Keeps how it went, and throws what is to be tried again. Being too quick is not a failure of the integration. */
export async function requireSent(deps: SystemDeps, outcome: SlackOutcome): Promise<void> {
  if (!outcome.ok && outcome.problem === "rate_limited") throw later(outcome.detail, outcome.retryAfter);
  const result = outcome.ok ? { ok: true as const, detail: "sent" } : outcome;
  await runAsSystem(deps, (ctx) => noteIntegrationUse(ctx, { kind: "slack", result }));
  if (!outcome.ok) throw later(outcome.detail);
}

/**
 * The same for what one person is told. Where they have left the channel, or asked too long ago, nobody can be told any
 * more; that says nothing about the integration.
 */
export async function requireTold(deps: SystemDeps, outcome: SlackOutcome): Promise<void> {
  const isTooLate =
    !outcome.ok && (outcome.problem === "wrong_address" || outcome.error === "user_not_in_channel");
  if (!isTooLate) await requireSent(deps, outcome);
}
