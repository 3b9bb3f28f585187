import { ApplicationFailure, ApplicationFailureCategory } from "@temporalio/common";
import { noteIntegrationUse } from "../../domain/integrations/integration.commands.ts";
import type { IntegrationProblem } from "../../domain/integrations/integration.rules.ts";
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

/** Keeps how it went; answers since when Slack has failed. Being too quick is not a failure of the integration. */
function noteUse(deps: SystemDeps, outcome: SlackOutcome): Promise<Date | null> {
  if (!outcome.ok && outcome.problem === "rate_limited") throw later(outcome.detail, outcome.retryAfter);
  const result = outcome.ok ? { ok: true as const, detail: "sent" } : outcome;
  return runAsSystem(deps, (ctx) => noteIntegrationUse(ctx, { kind: "slack", result }));
}

/** Keeps how it went, and throws what is to be tried again. */
export async function requireSent(deps: SystemDeps, outcome: SlackOutcome): Promise<void> {
  await noteUse(deps, outcome);
  if (!outcome.ok) throw later(outcome.detail);
}

/** Nobody puts this right in the settings: where it lasts, what waits would all be old news when it ends. */
const OUT_OF_REACH = new Set<IntegrationProblem>(["unreachable", "unexpected_answer"]);
const LONG_MS = 2 * 3_600_000;
/** So long every notice is tried. */
const LEAST_MS = 15 * 60_000;

/** The same for a notice of what happened at `since`, which is given up where Slack has been out of reach for long. */
export async function requirePosted(deps: SystemDeps, outcome: SlackOutcome, since: Date): Promise<void> {
  const failingSince = await noteUse(deps, outcome);
  if (outcome.ok) return;
  const now = deps.clock.now().getTime();
  const isLong = failingSince !== null && now - failingSince.getTime() > LONG_MS;
  if (!OUT_OF_REACH.has(outcome.problem) || !isLong || now - since.getTime() < LEAST_MS)
    throw later(outcome.detail);
  const message = `Slack has been out of reach since ${failingSince.toISOString()}: the notice was given up (${outcome.detail})`;
  throw ApplicationFailure.nonRetryable(message, "SlackOutOfReach");
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
