import type { AttemptResult } from "../../domain/webhooks/attempt.rules.ts";
import { recordFailing, recordHealthy, type WebhookEndpoint } from "../../domain/webhooks/endpoint-health.ts";
import { disableWebhook } from "../../domain/webhooks/webhook.commands.ts";
import { hasFailedTooLong } from "../../domain/webhooks/webhook.rules.ts";
import { runAsSystem } from "../run-as-system.ts";
import type { WebhookDeps } from "./webhook-deps.ts";
import type { FirstTry } from "./try-delivery.ts";

type TriedEndpoint = WebhookEndpoint & { failures: number; blockedUntilMs: number | null };

async function updateHealth(
  deps: WebhookDeps,
  webhook: TriedEndpoint,
  tried: readonly AttemptResult[],
  isProbe: boolean,
): Promise<void> {
  const em = deps.orm.em.fork();
  const disable = (reason: "gone" | "failing") =>
    runAsSystem(deps, (ctx) => disableWebhook(ctx, { ...webhook, reason }));
  if (tried.some(({ outcome }) => outcome === "gone")) return disable("gone");
  const failed = tried.filter(({ outcome }) => outcome === "failed").length;
  const isWell = failed < tried.length;
  if (isWell && (failed > 0 || webhook.failures > 0 || webhook.blockedUntilMs !== null))
    await recordHealthy(em, webhook);
  if (isWell || failed === 0) return;
  const now = deps.clock.now();
  const failing = await recordFailing(em, webhook, { failed, isProbe, now });
  if (failing !== null && hasFailedTooLong(failing, now)) await disable("failing");
}

/**
 * Updates the health of an endpoint after some attempts: one success among them makes it healthy. Must not fail,
 * because the attempts would be made or recorded again; the next one corrects the health.
 */
export const recordHealth = (
  deps: WebhookDeps,
  webhook: TriedEndpoint,
  tried: readonly AttemptResult[],
  isProbe = false,
): Promise<void> =>
  updateHealth(deps, webhook, tried, isProbe).catch((error: unknown) =>
    deps.logger.warn({ err: error, webhookId: webhook.id }, "the health of a webhook was not recorded"),
  );

/**
 * Health after first attempts, which were loaded before others to their endpoint failed: failures here are
 * remembered.
 */
export function createHealth(deps: WebhookDeps) {
  const failedHere = new Set<string>();
  return {
    async note(tries: readonly FirstTry[]): Promise<void> {
      const byWebhook = Map.groupBy(tries, ({ delivery }) => delivery.webhook.id);
      for (const [id, some] of byWebhook) {
        const tried = some.flatMap((one) => one.tried ?? []);
        if (tried.length === 0) continue;
        const { webhook } = some[0]!.delivery;
        const failures = Math.max(webhook.failures, failedHere.has(id) ? 1 : 0);
        await recordHealth(deps, { ...webhook, failures }, tried);
        if (tried.every(({ outcome }) => outcome !== "delivered")) failedHere.add(id);
        else failedHere.delete(id);
      }
    },
  };
}
