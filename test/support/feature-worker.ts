import { entities } from "../../domain/entities.ts";
import { systemClock } from "../../platform/clock.ts";
import type { Config } from "../../platform/config.ts";
import { createLogger } from "../../platform/logger.ts";
import { createOrm } from "../../platform/database/orm.ts";
import { createTemporalClient } from "../../platform/temporal/temporal.ts";
import { bundleWorkflows } from "../../workers/bundle-workflows.ts";
import type { FeatureWorker, FeatureWorkerParts } from "../../workers/feature-worker.ts";
import { openActAsUser } from "../../workers/open-act-as-user.ts";
import { startEventRelay } from "../../workers/start-event-relay.ts";

/** A feature's parts of the worker in this process, which receive events: no models, no parsers. */
export async function startFeatureWorker(
  config: Config,
  start: (parts: FeatureWorkerParts) => Promise<FeatureWorker>,
): Promise<{ stop(): Promise<void> }> {
  const logger = createLogger("test", config.LOG_LEVEL);
  const orm = await createOrm({ ...config, DATABASE_POOL: 8 }, entities);
  const temporal = createTemporalClient(config);
  const workflowBundle = await bundleWorkflows();
  const clock = systemClock;
  const acting = openActAsUser({ config, orm, clock, logger });
  const parts = { config, orm, temporal, clock, actAs: acting.actAs, workflowBundle, logger };
  const feature = await start(parts);
  const running = [feature];
  if (feature.receiver !== undefined) running.push(startEventRelay(parts, [feature.receiver]));
  return {
    async stop() {
      await Promise.all(running.map((part) => part.stop()));
      await acting.close();
      await temporal.close();
      await orm.close();
    },
  };
}
