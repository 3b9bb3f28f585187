import { entities } from "../domain/entities.ts";
import type { Config } from "../platform/config.ts";
import type { Logger } from "../platform/logger.ts";
import { startMetrics } from "../platform/metrics.ts";
import { createOrm } from "../platform/database/orm.ts";
import { readDatabaseTime } from "../platform/database/read-database-time.ts";
import { startDatabaseClock } from "../platform/database/start-database-clock.ts";
import { createTemporalClient } from "../platform/temporal/temporal.ts";
import { runAuditChainer } from "./audit-chainer.ts";
import { requireTemporal } from "./require-temporal.ts";
import { startLanes } from "./start-lanes.ts";
import { runRelay } from "./relay.ts";
import { ensureSchedules, makeMissingSchedules } from "./schedules.ts";
import { startEventRelay } from "./start-event-relay.ts";
import { startFeatureWorkers } from "./feature-workers.ts";
import { runSweep } from "./sweep.ts";
import { bundleWorkflows } from "./bundle-workflows.ts";
import { openActAsUser } from "./open-act-as-user.ts";
import { openActivities } from "./open-activities.ts";

/** Sets up and runs the Temporal workers and the relays. */
export async function startWorkers(config: Config, logger: Logger): Promise<{ stop(): Promise<void> }> {
  const temporal = createTemporalClient(config);
  await requireTemporal(temporal.client, config);
  const orm = await createOrm(config, entities);
  const clock = await startDatabaseClock(() => readDatabaseTime(orm), logger);
  const acting = openActAsUser({ config, orm, clock, logger });
  const parts = { config, orm, temporal, clock, actAs: acting.actAs, logger };
  const opened = await openActivities(parts);
  const workflowBundle = await bundleWorkflows();
  const taskQueue = config.TEMPORAL_TASK_QUEUE;
  const lanes = await startLanes({ config, activities: opened.activities, workflowBundle, logger });
  const own = await startFeatureWorkers({ ...parts, workflowBundle });
  const events = startEventRelay(
    parts,
    own.flatMap(({ receiver }) => receiver ?? []),
  );
  const metrics = await startMetrics({ port: config.WORKER_METRICS_PORT, host: config.HOST }, logger);
  await ensureSchedules(temporal.client, config);
  const relay = new AbortController();
  const chaining = runAuditChainer({ orm, logger }, relay.signal);
  const starting = { orm, temporal: temporal.client, taskQueue, clock, logger };
  const relaying = runRelay(starting, relay.signal);
  const sweep = { ...starting, makeMissingSchedules: () => makeMissingSchedules(temporal.client, config) };
  const sweeping = runSweep(sweep, relay.signal);
  logger.info({ taskQueue }, "worker is running");
  const stop = async (): Promise<void> => {
    relay.abort();
    await Promise.all([lanes, events, ...own].map((part) => part.stop()));
    await Promise.all([relaying, chaining]);
    await sweeping;
    await metrics.stop();
    await acting.close();
    await Promise.all([clock.close(), opened.close(), temporal.close(), orm.close()]);
  };
  return { stop };
}
