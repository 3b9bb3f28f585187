import { entities } from "../../domain/entities.ts";
import { systemClock } from "../../platform/clock.ts";
import type { Config } from "../../platform/config.ts";
import { createLogger } from "../../platform/logger.ts";
import { createOrm } from "../../platform/database/orm.ts";
import { createTemporalClient } from "../../platform/temporal/temporal.ts";
import { openActAsUser } from "../../workers/open-act-as-user.ts";
import { startSlack } from "../../workers/slack/start-slack.ts";
import { startEventRelay } from "../../workers/start-event-relay.ts";
import { bundleWorkflows } from "../../workers/bundle-workflows.ts";

/** The worker's Slack parts in this process: no models, no parsers. */
export async function startSlackWorker(config: Config): Promise<{ stop(): Promise<void> }> {
  const logger = createLogger("test", config.LOG_LEVEL);
  const orm = await createOrm({ ...config, DATABASE_POOL: 8 }, entities);
  const temporal = createTemporalClient(config);
  const workflowBundle = await bundleWorkflows();
  const clock = systemClock;
  const acting = openActAsUser({ config, orm, clock, logger });
  const deps = { config, orm, temporal, clock, actAs: acting.actAs, workflowBundle, logger };
  const slack = await startSlack(deps);
  const parts = [slack, startEventRelay(deps, [slack.receiver])];
  return {
    async stop() {
      await Promise.all(parts.map((part) => part.stop()));
      await acting.close();
      await temporal.close();
      await orm.close();
    },
  };
}
