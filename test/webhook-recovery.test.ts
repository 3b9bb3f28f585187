import { expect, test } from "@jest/globals";
import { Event } from "../domain/events/event.entity.ts";
import { recoverDeliveries } from "../domain/webhooks/recover-deliveries.ts";
import { Webhook } from "../domain/webhooks/webhook.entity.ts";
import { systemClock } from "../platform/clock.ts";
import { setUpWebhooks } from "./support/webhook-stage.ts";

const stage = await setUpWebhooks({ worker: false });
const HOUR_MS = 3_600_000;
const BOUNDS = { batch: 2, batches: 2, deliveries: 4 };

/** Recovers the last hour in as many requests as it takes; returns the number of deliveries of each. */
async function recovered(id: string): Promise<number[]> {
  const counts: number[] = [];
  for (let after: string | undefined; ;) {
    const em = stage.product.orm.em.fork();
    const webhook = await em.findOneOrFail(Webhook, id);
    const since = new Date(Date.now() - HOUR_MS);
    const found = await recoverDeliveries({ em, clock: systemClock }, { webhook, since, after }, BOUNDS);
    counts.push(found.deliveries);
    if (found.continueAfter === null) return counts;
    after = found.continueAfter;
  }
}

test("a long period is recovered in several requests, each of which reads a bounded number of events", async () => {
  const { id } = await stage.subscribe();
  for (let i = 0; i < 5; i += 1) await stage.createProject();
  // Nothing publishes events here; those of others are read, too.
  const em = stage.product.orm.em.fork();
  await em.nativeUpdate(Event, {}, { publishedAt: new Date() });
  const counts = await recovered(id);
  expect(counts.length).toBeGreaterThan(1);
  expect(Math.max(...counts)).toBeLessThanOrEqual(BOUNDS.deliveries);
  expect(counts.reduce((sum, count) => sum + count)).toBe(5);
  expect((await recovered(id)).reduce((sum, count) => sum + count)).toBe(0);
});
