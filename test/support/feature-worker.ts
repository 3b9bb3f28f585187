import { entities } from "../../domain/entities.ts";
import type { DeliveryTiming } from "../../domain/webhooks/webhook.rules.ts";
import { systemClock } from "../../platform/clock.ts";
import type { Config } from "../../platform/config.ts";
import { createLogger } from "../../platform/logger.ts";
import { createOrm } from "../../platform/database/orm.ts";
import { createTemporalClient } from "../../platform/temporal/temporal.ts";
import { startEventRelay } from "../../workers/start-event-relay.ts";
import { startWebhooks } from "../../workers/webhooks/start-webhooks.ts";
import { bundleWorkflows } from "../../workers/bundle-workflows.ts";

/** The production schedule in seconds instead of days. */
export const QUICK: DeliveryTiming = {
  scheduleS: [0, 0.3, 0.6, 1],
  firstTimeoutMs: 600,
  laterTimeoutMs: 800,
};

/** The worker's webhook parts in this process. */
export async function startWebhookWorker(
  config: Config,
  timing: DeliveryTiming = QUICK,
): Promise<{ stop(): Promise<void> }> {
  const logger = createLogger("test", config.LOG_LEVEL);
  const orm = await createOrm({ ...config, DATABASE_POOL: 8 }, entities);
  const temporal = createTemporalClient(config);
  const workflowBundle = await bundleWorkflows();
  const deps = { config, orm, temporal, clock: systemClock, workflowBundle, logger, timing };
  const webhooks = await startWebhooks(deps);
  const events = startEventRelay(deps, [webhooks.receiver]);
  return {
    async stop() {
      await Promise.all([events.stop(), webhooks.stop()]);
      await temporal.close();
      await orm.close();
    },
  };
}
