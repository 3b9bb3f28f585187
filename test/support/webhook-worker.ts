import type { DeliveryTiming } from "../../domain/webhooks/webhook.rules.ts";
import type { Config } from "../../platform/config.ts";
import { startWebhooks } from "../../workers/webhooks/start-webhooks.ts";
import { startFeatureWorker } from "./feature-worker.ts";

/** The production schedule of webhooks in seconds instead of days. */
export const QUICK: DeliveryTiming = {
  scheduleS: [0, 0.3, 0.6, 1],
  firstTimeoutMs: 600,
  laterTimeoutMs: 800,
};

export const startWebhookWorker = (config: Config, timing = QUICK): Promise<{ stop(): Promise<void> }> =>
  startFeatureWorker(config, (parts) => startWebhooks({ ...parts, timing }));
