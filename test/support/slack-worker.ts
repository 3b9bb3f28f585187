import { entities } from "../../domain/entities.ts";
import { systemClock } from "../../platform/clock.ts";
import type { Config } from "../../platform/config.ts";
import { createLogger } from "../../platform/logger.ts";
import { createOrm } from "../../platform/database/orm.ts";
import { createTemporalClient } from "../../platform/temporal/temporal.ts";
import { openActAsUser } from "../../workers/open-act-as-user.ts";
import { startSlack } from "../../workers/start-slack.ts";
import { startWebhooks } from "../../workers/start-webhooks.ts";
import { bundleWorkflows } from "../../workers/bundle-workflows.ts";

/** The worker's Slack parts in this process: no models, no parsers. */
export async function startSlackWorker(config: Config): Promise<{ stop(): Promise<void> }> {
  const logger = createLogger("test", config.LOG_LEVEL);
  const orm = await createOrm({ ...config, DATABASE_POOL: 8 }, entities);
  const temporal = createTemporalClient(config);
  const workflowBundle = await bundleWorkflows();
  const clock = systemClock;
  const acting = openActAsUser({ config, orm, clock, logger });
  const deps = { config, orm, temporal, clock, workflowBundle, logger };
  const parts = [await startSlack({ ...deps, actAs: acting.actAs }), await startWebhooks(deps)];
  return {
    async stop() {
      await Promise.all(parts.map((part) => part.stop()));
      await acting.close();
      await temporal.close();
      await orm.close();
    },
  };
}
