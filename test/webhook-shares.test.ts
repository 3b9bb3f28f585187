import { expect, test } from "@jest/globals";
import type { ServerResponse } from "node:http";
import { MockActivityEnvironment } from "@temporalio/testing";
import { claimDeliveries } from "../domain/webhooks/claim-deliveries.ts";
import { Webhook, WebhookDelivery } from "../domain/webhooks/webhook.entity.ts";
import { systemClock } from "../platform/clock.ts";
import { createLogger } from "../platform/logger.ts";
import { createTemporalClient } from "../platform/temporal/temporal.ts";
import { relayEventsOnce } from "../workers/event-relay.ts";
import { createWebhookReceiver } from "../workers/webhooks/webhook-receiver.ts";
import { publishToWebhooks } from "./support/publish-to-webhooks.ts";
import { waitFor } from "./support/wait-for.ts";
import { webhookActivities } from "./support/webhook-activities.ts";
import { answering } from "./support/webhook-receiver.ts";
import { setUpWebhooks } from "./support/webhook-stage.ts";
import { QUICK, startWebhookWorker } from "./support/webhook-worker.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";

const stage = await setUpWebhooks({ worker: false });
const temporal = await stopAfterAll(createTemporalClient(stage.product.config));

const EACH = 1_500;
const em = () => stage.product.orm.em.fork();
const count = (webhooks: readonly string[], status: "pending" | "sending" | "delivered") =>
  em().count(WebhookDelivery, { webhook: { $in: [...webhooks] }, status });

/** Webhooks of one owner, each with many due deliveries. */
async function greedyOwner(webhooks: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < webhooks; n++) {
    const { id } = await stage.subscribe();
    await em().execute(
      `with e as (insert into events (id, kind, subject_id, data, occurred_at, dispatched_at, published_at)
         select gen_random_uuid(), 'ping', gen_random_uuid(), '{}', now(), now(), now() from generate_series(1, ?)
         returning id)
       insert into webhook_deliveries (id, webhook_id, event_id, kind, status, attempts, created_at)
         select gen_random_uuid(), ?, id, 'ping', 'pending', 0, now() from e`,
      [EACH, id],
    );
    ids.push(id);
  }
  return ids;
}

/** Another user's webhook with one pending event. */
async function quietOwner(url = stage.receiver.url): Promise<string> {
  const quiet = await stage.product.signIn("customer");
  const { id } = await stage.subscribe(quiet, { url });
  await stage.createProject(quiet);
  return id;
}

/** No worker polls its queue. */
const relayDeps = () => ({
  orm: stage.product.orm,
  temporal: temporal.client,
  taskQueue: `${stage.product.config.TEMPORAL_TASK_QUEUE}-nobody`,
  clock: systemClock,
  logger: createLogger("test", "silent"),
  startOwn: () => Promise.resolve(),
  sending: { isRunning: false },
});

const remove = (ids: readonly string[]) => em().nativeDelete(Webhook, { id: { $in: [...ids] } });

test("an owner with thousands of deliveries has a share in flight, and another owner's delivery is sent at once", async () => {
  const greedy = await greedyOwner(3);
  const claim = () => claimDeliveries(em(), { limit: 250, now: new Date(), share: 250 });
  for (let taken = 1; taken > 0;) taken = (await claim()).deliveries.length;
  expect(await count(greedy, "sending")).toBe(250);
  for (const id of greedy) expect(await count([id], "sending")).toBeLessThanOrEqual(125);
  expect((await claim()).isFull).toBe(true);
  const quiet = await quietOwner();
  await publishToWebhooks(em(), 100);
  const { deliveries } = await claim();
  expect(deliveries.map(({ webhookId }) => webhookId)).toEqual([quiet]);
  // Deliveries claimed by a dead process do not delay the owner until the lease ends.
  const later = new Date(Date.now() + 20_000);
  const again = await claimDeliveries(em(), { limit: 250, now: later, share: 100 });
  expect(again.deliveries.filter(({ webhookId }) => greedy.includes(webhookId))).toHaveLength(100);
  await remove([...greedy, quiet]);
});

test("an event of one project does not wait for another project's import", async () => {
  const busyProject = await stage.createProject();
  await em().execute(
    `insert into events (id, kind, subject_id, project_id, data, occurred_at, dispatched_at)
       select gen_random_uuid(), 'project.updated', ?, ?, '{}', now(), now() from generate_series(1, 3000)`,
    [busyProject, busyProject],
  );
  const quiet = await quietOwner();
  expect(await publishToWebhooks(em(), 100)).toBeLessThanOrEqual(100);
  expect(await count([quiet], "pending")).toBe(1);
  await remove([quiet]);
  // The import has no recipients, but the relay still processes the rest without a pause.
  const deps = relayDeps();
  expect(await relayEventsOnce(deps, [createWebhookReceiver(deps)])).toBeGreaterThan(0);
  await em().execute("update events set published_at = now() where published_at is null");
});

test("more is claimed as soon as part of an owner's share is settled", async () => {
  const greedy = await greedyOwner(1);
  const [stopping, answers] = [new AbortController(), Promise.withResolvers<never>()];
  const never = {
    next: (_ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve())),
  };
  const hanging = { send: () => answers.promise };
  const { sendWaiting } = webhookActivities(stage.product, hanging, {
    wake: never,
    stopping: stopping.signal,
  });
  const running = new MockActivityEnvironment().run(sendWaiting);
  const inHand = () => count(greedy, "sending");
  try {
    await waitFor(inHand, (sending) => sending === 125);
    const ended = { status: "delivered", leasedUntil: null } as const;
    await em().nativeUpdate(WebhookDelivery, { webhook: greedy[0]!, status: "sending" }, ended);
    await waitFor(inHand, (sending) => sending === 125);
  } finally {
    stopping.abort();
    answers.reject(new Error("the receiver is gone"));
    await running;
    await remove(greedy);
  }
});

test("one delivery does not wait for thousands of another owner", async () => {
  // The greedy owner's endpoints answer the first few, and others when the quiet one has its delivery.
  const held: ServerResponse[] = [];
  stage.receiver.behave((response, { path }, nth) => {
    if (path.endsWith("/quiet") || nth <= 10) response.end();
    else held.push(response);
  });
  const greedy = await greedyOwner(3);
  const patient = { ...QUICK, firstTimeoutMs: 15_000, laterTimeoutMs: 15_000 };
  const worker = await startWebhookWorker(stage.product.config, patient);
  try {
    await waitFor(
      () => count(greedy, "delivered"),
      (delivered) => delivered > 0,
    );
    const quiet = await quietOwner(`${stage.receiver.url}/quiet`);
    await waitFor(
      () => count([quiet], "delivered"),
      (delivered) => delivered === 1,
      60_000,
    );
    // Most of the others are still pending in the table, not started as workflows.
    expect(await count(greedy, "pending")).toBeGreaterThan(EACH);
    expect(await count(greedy, "sending")).toBeLessThan(1_000);
  } finally {
    stage.receiver.behave(answering(200));
    for (const response of held) response.end();
    await worker.stop();
    await remove(greedy);
  }
}, 180_000);
