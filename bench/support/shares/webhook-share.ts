import { setTimeout as sleep } from "node:timers/promises";
import { entities } from "../../../domain/entities.ts";
import type { Config } from "../../../platform/config.ts";
import { createOrm } from "../../../platform/database/orm.ts";
import type { ShareKind } from "../measure-share.ts";
import { setUpWebhookBench } from "../webhook-events.ts";
import { startWebhookReceivers } from "../webhook-receivers.ts";

const ENDPOINTS = 10;
const SAMPLES = 40;
const POLL_MS = 10;
const LOST_MS = 60_000;

/**
 * From the commit of an event to its arrival: one receiver of the quiet owner beside ten of the greedy one.
 */
export async function measureDeliveryShare(
  config: Config,
  measure: (kind: ShareKind) => Promise<void>,
): Promise<void> {
  const receivers = await startWebhookReceivers();
  const orm = await createOrm({ DATABASE_URL: config.DATABASE_URL, DATABASE_POOL: 8 }, entities);
  const [quiet, greedy] = [await setUpWebhookBench(orm, config), await setUpWebhookBench(orm, config)];
  const arrived = new Map<string, number>();
  let stopped = false;
  const listening = (async () => {
    for (; !stopped; await sleep(POLL_MS))
      for (const { path, id, at } of await receivers.take()) arrived.set(`${path} ${id}`, at);
  })();
  const until = async (path: string, id: string, signal?: AbortSignal): Promise<number> => {
    for (const end = Date.now() + LOST_MS; signal?.aborted !== true; await sleep(POLL_MS)) {
      const at = arrived.get(`${path} ${id}`);
      if (at !== undefined) return at;
      if (Date.now() > end) throw new Error("a delivery was lost");
    }
    return 0;
  };
  const paths = Array.from({ length: ENDPOINTS }, (_, n) => `/fast/greedy/${n}`);
  try {
    await quiet.subscribe([`${receivers.origin}/fast/quiet`]);
    await greedy.subscribe(paths.map((path) => `${receivers.origin}${path}`));
    await measure({
      name: `deliveries (1 beside ${ENDPOINTS} an event)`,
      samples: SAMPLES,
      quiet: async () => {
        const { id, at } = await quiet.record();
        return (await until("/fast/quiet", id)) - at;
      },
      greedy: async (signal) => {
        const { id } = await greedy.record();
        await Promise.all(paths.map((path) => until(path, id, signal)));
        return true;
      },
    });
  } finally {
    stopped = true;
    await listening;
    receivers.stop();
    await orm.close();
  }
}
