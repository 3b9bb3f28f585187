import { afterAll, describe, expect, test } from "@jest/globals";
import { MockActivityEnvironment } from "@temporalio/testing";
import { readClaimed } from "../activities/webhooks/first-tries.ts";
import { createSettleTries } from "../activities/webhooks/settle-tries.ts";
import type { SendingEnd } from "../activities/webhooks/webhook.activities.ts";
import type { WebhookDeps } from "../activities/webhooks/webhook-deps.ts";
import { claimDeliveries } from "../domain/webhooks/claim-deliveries.ts";
import { WebhookAttempt, WebhookDelivery } from "../domain/webhooks/webhook.entity.ts";
import { heartbeats } from "../workers/heartbeats.ts";
import { publishToWebhooks } from "./support/publish-to-webhooks.ts";
import { answering } from "./support/webhook-receiver.ts";
import { localClients, webhookActivities, webhookDeps } from "./support/webhook-activities.ts";
import { setUpWebhooks } from "./support/webhook-stage.ts";
import { waitFor } from "./support/wait-for.ts";

// No worker: each test runs the activity itself.
const stage = await setUpWebhooks({ worker: false });
const client = localClients();
afterAll(() => client.close());

const em = () => stage.product.orm.em.fork();
const rowsOf = (webhook: string) => em().find(WebhookDelivery, { webhook }, { orderBy: { id: "asc" } });
const idsReceived = () => stage.receiver.received.map(({ headers }) => headers["webhook-id"]!);

async function waiting(count: number): Promise<string> {
  const { id } = await stage.subscribe();
  for (let i = 0; i < count; i++) await stage.createProject();
  await publishToWebhooks(em(), 1_000);
  return id;
}

/** A process that sends pending deliveries until it is stopped. */
function startSending(more: Partial<WebhookDeps> = {}) {
  const stopping = new AbortController();
  const { sendWaiting } = webhookActivities(stage.product, client, { stopping: stopping.signal, ...more });
  const environment = new MockActivityEnvironment(
    { heartbeatTimeoutMs: 15_000 },
    { interceptors: [heartbeats] },
  );
  const ended = environment.run<[], SendingEnd, typeof sendWaiting>(sendWaiting);
  return {
    sendWaiting,
    environment,
    /** Deliveries in progress stay claimed. */
    kill: () => stopping.abort(),
    async stop() {
      stopping.abort();
      return ended;
    },
  };
}

const untilDelivered = (webhook: string) =>
  waitFor(
    () => rowsOf(webhook),
    (rows) => rows.every(({ status }) => status === "delivered"),
  );

describe("a run of the activity", () => {
  test("sends everything waiting once, and reports its progress", async () => {
    const hooks = [await waiting(3), await waiting(2)];
    const progress: unknown[] = [];
    const sending = startSending();
    sending.environment.on("heartbeat", (one) => progress.push(one));
    for (const hook of hooks) await untilDelivered(hook);
    const last = await waitFor(
      () => Promise.resolve(progress.at(-1)),
      (one) => one !== undefined,
    );
    const end = await sending.stop();
    const all = (await Promise.all(hooks.map(rowsOf))).flat();
    expect(stage.receiver.received).toHaveLength(all.length);
    expect(await em().count(WebhookAttempt, { webhook: { $in: hooks } })).toBe(all.length);
    expect(last).toMatchObject({ retrying: 0, claimed: expect.any(Number), settled: expect.any(Number) });
    expect(end).toMatchObject({ retrying: 0, isOver: false });
    expect(end.settled).toBe(end.claimed);
  });

  test("leaves it to a running one in the same process", async () => {
    const sending = startSending();
    const second = await new MockActivityEnvironment().run(sending.sendWaiting);
    expect(second).toMatchObject({ claimed: 0, isOver: true });
    await sending.stop();
  });

  test("continues without notifications, and notices new deliveries", async () => {
    const sending = startSending();
    const hook = await waiting(1);
    await untilDelivered(hook);
    await sending.stop();
  });

  test("loses nothing if it is killed: the next one sends it under the same id", async () => {
    const hook = await waiting(20);
    const before = (await rowsOf(hook)).map(({ event }) => event.id).toSorted();
    const received = () => idsReceived().filter((id) => before.includes(id));
    // A killed process returns and records nothing.
    const gone = Promise.withResolvers<never>();
    let sent = 0;
    const killed = startSending({
      first: { send: (...given) => (++sent > 7 ? gone.promise : client.send(...given)) },
    });
    await waitFor(
      () => Promise.resolve(sent),
      (count) => count === 20,
    );
    await waitFor(
      () => rowsOf(hook),
      (rows) => rows.filter(({ status }) => status === "delivered").length === 7,
    );
    killed.kill();
    const early = startSending();
    await untilDelivered(await waiting(1));
    await early.stop();
    expect(received()).toHaveLength(7);
    const later = startSending({ clock: { now: () => new Date(Date.now() + 90_000) } });
    await untilDelivered(hook);
    await later.stop();
    // Deliveries recorded before it died are not sent again.
    expect(received().toSorted()).toEqual(before);
    // Its heartbeats would keep the process of the tests from exiting.
    gone.reject(new Error("The process is gone"));
    await killed.stop();
    expect((await rowsOf(hook)).every(({ status }) => status === "delivered")).toBe(true);
  });
});

describe("a failed first attempt", () => {
  test("has its workflow before its row becomes retrying", async () => {
    stage.receiver.behave(answering(500));
    const hook = await waiting(1);
    const statuses: string[] = [];
    const sending = startSending({
      startOwn: async ({ webhookId, attempt, waitMs, requested }) => {
        expect({ webhookId, attempt, requested }).toEqual({ webhookId: hook, attempt: 2, requested: false });
        expect(waitMs).toBeGreaterThan(0);
        statuses.push((await rowsOf(hook))[0]!.status);
      },
    });
    await waitFor(
      () => rowsOf(hook),
      ([row]) => row?.status === "retrying",
    );
    expect(statuses).toEqual(["sending"]);
    expect(await sending.stop()).toMatchObject({ retrying: 1 });
  });

  test("waits in the table while Temporal is unavailable, and then gets its workflow", async () => {
    stage.receiver.behave(answering(500));
    const hook = await waiting(1);
    let isAway = true;
    const started: number[] = [];
    const sending = startSending({
      startOwn: ({ attempt }) => {
        if (isAway) return Promise.reject(new Error("Temporal is away"));
        started.push(attempt);
        return Promise.resolve();
      },
    });
    const [row] = await waitFor(
      () => rowsOf(hook),
      ([one]) => one?.attempts === 1,
    );
    expect(row).toMatchObject({ status: "pending", leasedUntil: row!.nextAttemptAt });
    isAway = false;
    await waitFor(
      () => rowsOf(hook),
      ([one]) => one?.status === "retrying",
    );
    expect(started).toEqual([1]);
    expect(stage.receiver.received).toHaveLength(1);
    await sending.stop();
  });
});

test("deliveries of two claims without slot and workflow all wait for seconds, not for their lease", async () => {
  const hook = await waiting(2);
  const claimAt = async (at: Date) => {
    const { deliveries, leasedUntil } = await claimDeliveries(em(), { limit: 1, now: at, share: 100 });
    return readClaimed(
      webhookDeps(stage.product, client),
      deliveries.map(({ id }) => id),
      leasedUntil,
    );
  };
  const now = new Date();
  const claimed = [...(await claimAt(now)), ...(await claimAt(new Date(now.getTime() + 1_000)))];
  const isAway = () => Promise.reject(new Error("Temporal is away"));
  const settle = createSettleTries(webhookDeps(stage.product, client), isAway);
  const retry = { waitMs: 0, attempt: 1 };
  await Promise.all(
    claimed.map((delivery) =>
      settle({ delivery, tried: null, retry: { ...retry, deliveryId: delivery.id } }),
    ),
  );
  const rows = await rowsOf(hook);
  expect(rows.map(({ status }) => status)).toEqual(["pending", "pending"]);
});
