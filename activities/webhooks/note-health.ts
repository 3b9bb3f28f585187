import { noteFailing, noteHealthy } from "../../domain/webhooks/record-attempts.ts";
import { disableWebhook } from "../../domain/webhooks/webhook.commands.ts";
import { hasFailedTooLong } from "../../domain/webhooks/webhook.rules.ts";
import { runAsSystem } from "../run-as-system.ts";
import type { WebhookDeps } from "../webhook-deps.ts";
import type { Tried } from "./try-delivery.ts";

/** Keeps what is known of an endpoint after some tries, the latest of which counts most. */
export async function noteHealth(
  deps: WebhookDeps,
  webhook: { id: string; failures: number; blockedUntilMs: number | null },
  tried: readonly Tried[],
): Promise<void> {
  const em = deps.orm.em.fork();
  if (tried.some(({ outcome }) => outcome === "gone"))
    return runAsSystem(deps, (ctx) => disableWebhook(ctx, { id: webhook.id, reason: "gone" }));
  const failed = tried.filter(({ outcome }) => outcome === "failed").length;
  const isWell = failed < tried.length;
  if (isWell && (failed > 0 || webhook.failures > 0 || webhook.blockedUntilMs !== null))
    await noteHealthy(em, webhook.id);
  if (isWell || failed === 0) return;
  const now = deps.clock.now();
  const since = await noteFailing(em, { webhookId: webhook.id, failed, now });
  if (since !== null && hasFailedTooLong(since, now))
    await runAsSystem(deps, (ctx) => disableWebhook(ctx, { id: webhook.id, reason: "failing" }));
}
