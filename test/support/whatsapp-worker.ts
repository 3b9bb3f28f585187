import { entities } from "../../domain/entities.ts";
import { systemClock, type Clock } from "../../platform/clock.ts";
import type { Config } from "../../platform/config.ts";
import { createLogger } from "../../platform/logger.ts";
import { createOrm } from "../../platform/database/orm.ts";
import { createTemporalClient } from "../../platform/temporal/temporal.ts";
import { openActAsUser } from "../../workers/open-act-as-user.ts";
import { startWhatsapp } from "../../workers/whatsapp/start-whatsapp.ts";
import { bundleWorkflows } from "../../workers/bundle-workflows.ts";

/** The worker's WhatsApp parts in this process. */
export async function startWhatsappWorker(
  config: Config,
  clock: Clock = systemClock,
): Promise<{ stop(): Promise<void> }> {
  const logger = createLogger("test", config.LOG_LEVEL);
  const orm = await createOrm({ ...config, DATABASE_POOL: 4 }, entities);
  const temporal = createTemporalClient(config);
  const workflowBundle = await bundleWorkflows();
  const acting = openActAsUser({ config, orm, clock, logger });
  const { actAs } = acting;
  const whatsapp = await startWhatsapp({ config, orm, actAs, temporal, clock, workflowBundle, logger });
  return {
    async stop() {
      await whatsapp.stop();
      await acting.close();
      await temporal.close();
      await orm.close();
    },
  };
}
