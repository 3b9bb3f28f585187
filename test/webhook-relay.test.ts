import { afterAll, describe, expect, test } from "@jest/globals";
import { claimDeliveries } from "../domain/webhooks/claim-deliveries.ts";
import { claimOverdue } from "../domain/webhooks/delivery-states.ts";
import { User } from "../domain/users/user.entity.ts";
import { Webhook, WebhookAttempt, WebhookDelivery } from "../domain/webhooks/webhook.entity.ts";
import { deliveryWorkflowId } from "../domain/webhooks/webhook.rules.ts";
import { systemClock } from "../platform/clock.ts";
import { createLogger } from "../platform/logger.ts";
import { createTemporalClient } from "../platform/temporal/temporal.ts";
import { startDelivery } from "../workers/webhooks/start-delivery.ts";
import { relayEventsOnce, runEventRelay } from "../workers/event-relay.ts";
import { createWebhookReceiver, restartOverdue } from "../workers/webhooks/webhook-receiver.ts";
import { publishToWebhooks } from "./support/publish-to-webhooks.ts";
import { localClients, tryFirst } from "./support/webhook-activities.ts";
import { answering } from "./support/webhook-receiver.ts";
import { setUpWebhooks } from "./support/webhook-stage.ts";
import { waitFor } from "./support/wait-for.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";

// No worker: each test runs the steps itself.
const stage = await setUpWebhooks({ worker: false });
const client = localClients();
const temporal = await stopAfterAll(createTemporalClient(stage.product.config));
afterAll(async () => {
  await client.close();
});

const logger = createLogger("test", "silent");
const em = () => stage.product.orm.em.fork();
const later = (ms: number) => ({ now: () => new Date(Date.now() + ms) });
const relayDeps = () => {
  const taskQueue = `${stage.product.config.TEMPORAL_TASK_QUEUE}-nobody`;
  return {
    orm: stage.product.orm,
    temporal: temporal.client,
    taskQueue,
    clock: systemClock,
    logger,
    startOwn: startDelivery(temporal.client, taskQueue),
    sending: { isRunning: false },
  };
};
const tryClaimed = (claimed: { ids: readonly string[]; leasedUntil: Date }) =>
  tryFirst(stage.product, client, claimed);
const claim = (limit = 1_000, now = new Date()) => claimDeliveries(em(), { limit, now });
const rowsOf = (webhook: string) => em().find(WebhookDelivery, { webhook }, { orderBy: { id: "asc" } });
const ofHook = async (webhook: string, now = new Date()) => {
  const { deliveries, leasedUntil } = await claim(1_000, now);
  const ids = deliveries.filter((one) => one.webhookId === webhook).map(({ id }) => id);
  return { ids, leasedUntil };
};

/** A webhook with this many pending deliveries. */
async function waiting(count: number) {
  const { id } = await stage.subscribe();
  for (let i = 0; i < count; i++) await stage.createProject();
  await publishToWebhooks(em(), 1_000);
  return id;
}

describe("several relays at once", () => {
  test("write each delivery once and claim it once", async () => {
    const { id } = await stage.subscribe();
    for (let i = 0; i < 6; i++) await stage.createProject();
    const many = Array.from({ length: 5 }, () => publishToWebhooks(em(), 2));
    await Promise.all(many);
    while ((await publishToWebhooks(em(), 100)) > 0);
    expect(await rowsOf(id)).toHaveLength(6);
    const claims = await Promise.all(Array.from({ length: 6 }, () => claim(2)));
    const ids = claims.flatMap(({ deliveries }) => deliveries.map((one) => one.id));
    expect(new Set(ids).size).toBe(ids.length);
    expect((await claim()).deliveries.filter((one) => ids.includes(one.id))).toEqual([]);
  });

  test("send the deliveries of a stopped relay once its lease ends", async () => {
    const id = await waiting(1);
    const lost = await ofHook(id);
    expect(lost.ids).toHaveLength(1);
    expect((await ofHook(id, later(15_000).now())).ids).toEqual([]);
    const taken = await ofHook(id, later(25_000).now());
    expect(taken.ids).toEqual(lost.ids);
    // The first process resumes: others have claimed its deliveries.
    expect(await tryClaimed(lost)).toEqual([]);
    expect(stage.receiver.received).toEqual([]);
    await tryClaimed(taken);
    expect(stage.receiver.received).toHaveLength(1);
    await tryClaimed(taken);
    expect(stage.receiver.received).toHaveLength(1);
  });

  test("leave a backlog in the table", async () => {
    const { id } = await stage.subscribe();
    await stage.createProject();
    await publishToWebhooks(em(), 100);
    await em()
      .execute(`with e as (insert into events (id, kind, subject_id, data, occurred_at, dispatched_at, published_at)
        select gen_random_uuid(), 'project.created', gen_random_uuid(), '{}', now(), now(), now() from generate_series(1, 2500)
        returning id)
      insert into webhook_deliveries (id, webhook_id, event_id, kind, status, attempts, created_at)
        select gen_random_uuid(), '${id}', id, 'project.created', 'pending', 0, now() from e`);
    const now = later(400_000).now();
    const claimed = [];
    for (let i = 0; i < 12; i++) claimed.push(...(await claim(250, now)).deliveries);
    expect(claimed.filter(({ webhookId }) => webhookId === id)).toHaveLength(125);
    await em().nativeDelete(Webhook, { id });
  });

  test("send each owner's first delivery before anyone's backlog", async () => {
    const { id: many } = await stage.subscribe();
    await em()
      .execute(`with e as (insert into events (id, kind, subject_id, data, occurred_at, dispatched_at, published_at)
        select gen_random_uuid(), 'project.created', gen_random_uuid(), '{}', now(), now(), now() from generate_series(1, 5000)
        returning id)
      insert into webhook_deliveries (id, webhook_id, event_id, kind, status, attempts, created_at)
        select gen_random_uuid(), '${many}', id, 'project.created', 'pending', 0, now() from e`);
    const others = [];
    for (let i = 0; i < 3; i++) {
      const other = await stage.product.signIn("customer");
      others.push((await stage.subscribe(other)).id);
      await stage.createProject(other);
    }
    await publishToWebhooks(em(), 1_000);
    const { deliveries } = await claim(20);
    expect(others.filter((id) => deliveries.some(({ webhookId }) => webhookId === id))).toEqual(others);
    expect(deliveries.length).toBeGreaterThan(others.length);
    expect(new Set(deliveries.map(({ id }) => id)).size).toBe(deliveries.length);
    await em().nativeDelete(Webhook, { id: many });
  });
});

describe("a batch of first attempts", () => {
  test("returns those that need another attempt, and is sent once", async () => {
    stage.receiver.behave(answering(500));
    const id = await waiting(2);
    const { ids, leasedUntil } = await ofHook(id);
    const answered = await tryClaimed({ ids, leasedUntil });
    expect(answered.map(({ deliveryId, attempt }) => ({ deliveryId, attempt }))).toEqual(
      ids.map((deliveryId) => ({ deliveryId, attempt: 2 })),
    );
    expect(await tryClaimed({ ids, leasedUntil })).toEqual([]);
    expect(stage.receiver.received).toHaveLength(2);
  });

  test("is not sent to a webhook that was turned off, nor for a deactivated owner", async () => {
    const off = await waiting(1);
    const claimed = await ofHook(off);
    await em().nativeUpdate(Webhook, { id: off }, { active: false });
    expect(await tryClaimed(claimed)).toEqual([]);
    const left = await waiting(1);
    const { ids, leasedUntil } = await ofHook(left);
    await em().nativeUpdate(User, { id: stage.customer.id }, { active: false });
    expect(await tryClaimed({ ids, leasedUntil })).toEqual([]);
    expect(stage.receiver.received).toEqual([]);
    for (const id of [off, left]) expect((await rowsOf(id))[0]).toMatchObject({ status: "cancelled" });
  });

  test("is not sent for a project that its owner has left in the meantime", async () => {
    const owner = await stage.product.signIn("customer");
    const team = [{ user_id: stage.customer.id, role: "customer" }];
    const { id } = await stage.subscribe();
    const projectId = await stage.createProject(owner, { team_members: team });
    await publishToWebhooks(em(), 100);
    expect(await rowsOf(id)).toHaveLength(1);
    await em().nativeUpdate(WebhookDelivery, { webhook: id }, { createdAt: later(-60_000).now() });
    const left = await owner.send("DELETE", `/api/v1/projects/${projectId}/team/${stage.customer.id}`);
    expect(left.status).toBe(200);
    const { ids, leasedUntil } = await ofHook(id);
    expect(await tryClaimed({ ids, leasedUntil })).toEqual([]);
    expect(stage.receiver.received).toEqual([]);
  });

  test("that fails together opens the breaker for its shortest time, and a late failure changes nothing", async () => {
    stage.receiver.behave(answering(500));
    const id = await waiting(12);
    const { ids, leasedUntil } = await ofHook(id);
    await tryClaimed({ ids: ids.slice(0, 9), leasedUntil });
    const read = () => em().findOneOrFail(Webhook, { id });
    const opened = await read();
    expect(opened.failures).toBe(5);
    const pause = opened.blockedUntil!.getTime() - Date.now();
    expect(pause).toBeLessThanOrEqual(30_000);
    await tryClaimed({ ids: ids.slice(9), leasedUntil });
    expect(await read()).toMatchObject({ failures: 5, blockedUntil: opened.blockedUntil });
  });

  test("ignores results of a former URL of the webhook", async () => {
    const { id } = await stage.subscribe();
    await stage.createProject();
    await publishToWebhooks(em(), 100);
    const { ids, leasedUntil } = await ofHook(id);
    stage.receiver.behave((response, received, nth) => {
      const moved = em().nativeUpdate(Webhook, { id }, { url: "https://new.example.com/" });
      void moved.then(() => answering(410)(response, received, nth));
    });
    await tryClaimed({ ids, leasedUntil });
    expect(await em().findOneOrFail(Webhook, { id })).toMatchObject({ active: true, failures: 0 });
  });

  test("keeps a redelivery requested during an attempt", async () => {
    const id = await waiting(1);
    const { ids, leasedUntil } = await ofHook(id);
    stage.receiver.behave((response, received, nth) => {
      const path = `/api/v1/webhooks/${id}/deliveries/${ids[0]}/redeliver`;
      void stage.customer.send("POST", path).then(() => answering(500)(response, received, nth));
    });
    await tryClaimed({ ids, leasedUntil });
    expect((await rowsOf(id))[0]).toMatchObject({ status: "pending", requested: true, attempts: 1 });
    expect(await em().count(WebhookAttempt, { webhook: id })).toBe(1);
  });
});

describe("a round of the relay", () => {
  test("leaves deliveries in the table that Temporal did not accept", async () => {
    const id = await waiting(1);
    const deps = relayDeps();
    const away = createTemporalClient({ ...stage.product.config, TEMPORAL_ADDRESS: "127.0.0.1:1" });
    await expect(
      relayEventsOnce(deps, [createWebhookReceiver({ ...deps, temporal: away.client })]),
    ).rejects.toThrow();
    await away.close();
    expect((await rowsOf(id))[0]).toMatchObject({ status: "pending" });
    expect((await rowsOf(id))[0]!.leasedUntil ?? null).toBeNull();
  });

  test("starts the missing workflow of an overdue delivery", async () => {
    const id = await waiting(1);
    const [row] = await rowsOf(id);
    const lost = { status: "retrying", nextAttemptAt: later(-7_200_000).now() } as const;
    await em().nativeUpdate(WebhookDelivery, { webhook: id }, lost);
    await restartOverdue(relayDeps());
    const handle = temporal.client.workflow.getHandle(deliveryWorkflowId(row!.id));
    expect((await handle.describe()).status.name).toBe("RUNNING");
    await handle.terminate();
    expect(await claimOverdue(em(), { limit: 10, now: new Date() })).toEqual([]);
  });

  test("runs without a notification", async () => {
    const { id } = await stage.subscribe();
    const stopping = new AbortController();
    const deps = relayDeps();
    const deaf = {
      next: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms / 5)),
      close: async () => undefined,
    };
    const running = runEventRelay(deps, [createWebhookReceiver(deps)], deaf, stopping.signal);
    await stage.createProject();
    await waitFor(
      () => rowsOf(id),
      ([row]) => row?.status === "pending",
    );
    stopping.abort();
    await running;
  });
});

test("an event that is published twice is delivered once", async () => {
  const id = await waiting(1);
  await em().execute("update events set published_at = null where kind = 'project.created'");
  await publishToWebhooks(em(), 1_000);
  expect(await rowsOf(id)).toHaveLength(1);
});

describe("a webhook and the clock of the process that records events", () => {
  /** As if the process that recorded the events had another time. */
  const shiftClock = (projectId: string, hours: number) =>
    em().execute(
      "update events set occurred_at = occurred_at + make_interval(hours => ?) where project_id = ?",
      [hours, projectId],
    );

  test("receives the events recorded since its creation, even if that clock is slow", async () => {
    const { id } = await stage.subscribe();
    await shiftClock(await stage.createProject(), -1);
    await publishToWebhooks(em(), 1_000);
    expect(await rowsOf(id)).toHaveLength(1);
  });

  test("receives none from before its creation if that clock is fast", async () => {
    await shiftClock(await stage.createProject(), 1);
    const { id } = await stage.subscribe();
    await publishToWebhooks(em(), 1_000);
    expect(await rowsOf(id)).toEqual([]);
  });
});
