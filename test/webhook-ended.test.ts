import { afterAll, expect, test } from "@jest/globals";
import { Client } from "pg";
import { createSettleTries } from "../activities/webhooks/settle-tries.ts";
import { tryDelivery } from "../activities/webhooks/try-delivery.ts";
import { entities } from "../domain/entities.ts";
import { readDeliveries } from "../domain/webhooks/read-deliveries.ts";
import { WebhookAttempt, WebhookDelivery } from "../domain/webhooks/webhook.entity.ts";
import { systemClock } from "../platform/clock.ts";
import { createOrm } from "../platform/database/orm.ts";
import { newId } from "../platform/ids.ts";
import { restartOverdue, type WebhookReceiverDeps } from "../workers/webhooks/webhook-receiver.ts";
import { publishToWebhooks } from "./support/publish-to-webhooks.ts";
import { localClients, webhookActivities, webhookDeps } from "./support/webhook-activities.ts";
import { answering } from "./support/webhook-receiver.ts";
import { setUpWebhooks } from "./support/webhook-stage.ts";

// No worker: each test runs the activity itself.
const stage = await setUpWebhooks({ worker: false });
const client = localClients();
afterAll(() => client.close());

const em = () => stage.product.orm.em.fork();
/** Whose first failure is the last one. */
const once = { scheduleS: [0] };

async function newDelivery(): Promise<string> {
  const { id: webhook } = await stage.subscribe();
  await stage.createProject();
  await publishToWebhooks(em(), 1_000);
  return (await em().findOneOrFail(WebhookDelivery, { webhook })).id;
}

/** Runs the work while no health of a webhook can be recorded: such statements soon give up. */
async function withoutHealth<T>(work: (orm: typeof stage.product.orm) => Promise<T>): Promise<T> {
  const { config } = stage.product;
  const hasty = await createOrm(config, entities, "owner", { statementMs: 300, lockMs: 0 });
  const holder = new Client({ connectionString: config.DATABASE_URL });
  await holder.connect();
  await holder.query("begin");
  await holder.query("select from webhooks for no key update");
  try {
    return await work(hasty);
  } finally {
    await holder.end();
    await hasty.close();
  }
}

test("a delivery that has ended is not sent again because the answer about that was lost", async () => {
  stage.receiver.behave(answering(503));
  const id = await newDelivery();
  const { tryDelivery: step } = webhookActivities(stage.product, client, once);
  expect(await step(id, false)).toEqual({ outcome: "dead" });
  expect(await step(id, false)).toEqual({ outcome: "dead" });
  expect(stage.receiver.received).toHaveLength(1);
  // On request it is.
  stage.receiver.behave(answering(200));
  expect(await step(id, true)).toEqual({ outcome: "delivered" });
});

test.each([false, true])(
  "an attempt is not repeated because its answer was lost: requested %s",
  async (requested) => {
    stage.receiver.behave(answering(503));
    const id = await newDelivery();
    const attempt = newId();
    const step = (isRepeated: boolean) =>
      webhookActivities(stage.product, client, {
        scheduleS: [60, 60],
        step: () => ({ id: attempt, isRepeated }),
      }).tryDelivery(id, requested);
    const first = await step(false);
    expect(first).toEqual({ outcome: "failed", attempts: 1, waitMs: expect.any(Number) });
    const again = await step(true);
    expect(again).toEqual(first && { ...first, waitMs: expect.any(Number) });
    const waits = [first, again].map((one) => ("waitMs" in one ? one.waitMs : 0));
    expect(waits[1]! > 0 && waits[1]! <= waits[0]!).toBe(true);
    expect(stage.receiver.received).toHaveLength(1);
    expect(await em().count(WebhookAttempt, { delivery: id })).toBe(1);
  },
);

test("a step ends with its attempt, even if the health of the endpoint cannot be recorded", async () => {
  stage.receiver.behave(answering(503));
  const id = await newDelivery();
  const ended = await withoutHealth((orm) =>
    webhookActivities(stage.product, client, { ...once, orm }).tryDelivery(id, false),
  );
  expect(ended).toEqual({ outcome: "dead" });
  expect(stage.receiver.received).toHaveLength(1);
});

test("a first attempt is recorded once, even if the health of the endpoint cannot be", async () => {
  stage.receiver.behave(answering(503));
  const id = await newDelivery();
  await withoutHealth(async (orm) => {
    const deps = webhookDeps(stage.product, client, { ...once, orm });
    const [delivery] = await readDeliveries(em(), [id], new Date());
    const tried = await tryDelivery(deps, client, delivery!);
    const settle = createSettleTries(deps, () => Promise.resolve());
    await settle({ delivery: delivery!, tried, retry: null });
  });
  expect(await em().count(WebhookAttempt, { delivery: id })).toBe(1);
});

test("overdue deliveries get their workflows, even if one of them cannot be started", async () => {
  stage.receiver.behave(answering(200));
  const ids: string[] = [];
  for (let n = 0; n < 9; n++) ids.push(await newDelivery());
  for (const [n, id] of ids.entries()) {
    const nextAttemptAt = new Date(Date.now() - 7_200_000 + n);
    await em().nativeUpdate(WebhookDelivery, { id }, { status: "retrying", nextAttemptAt });
  }
  const started: string[] = [];
  const startOwn: WebhookReceiverDeps["startOwn"] = async ({ deliveryId }) => {
    if (deliveryId === ids[0]) throw new Error("INVALID_ARGUMENT");
    started.push(deliveryId);
  };
  const deps = { orm: stage.product.orm, clock: systemClock, startOwn } as WebhookReceiverDeps;
  await expect(restartOverdue(deps)).rejects.toThrow("INVALID_ARGUMENT");
  expect(started.toSorted()).toEqual(ids.slice(1).toSorted());
});
