import { describe, expect, test } from "@jest/globals";
import { Webhook as Verifier } from "standardwebhooks";
import { Event } from "../domain/events/event.entity.ts";
import { Webhook, WebhookDelivery } from "../domain/webhooks/webhook.entity.ts";
import { deliveryWorkflowId } from "../domain/webhooks/webhook.rules.ts";
import { createTemporalClient } from "../platform/temporal/temporal.ts";
import { setUpWebhooks } from "./support/webhook-stage.ts";
import { waitFor } from "./support/wait-for.ts";
import { answering, type Behaviour } from "./support/webhook-receiver.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";

const stage = await setUpWebhooks();
const temporal = await stopAfterAll(createTemporalClient(stage.product.config));

const DAY_MS = 86_400_000;

const failingUntil =
  (isWell: () => boolean): Behaviour =>
  (...all) =>
    answering(isWell() ? 200 : 503)(...all);
const post = <P extends string>(id: string, path: P, body: object = {}) =>
  stage.customer.send("POST", `/api/v1/webhooks/${id}/${path}`, body);
const change = (id: string, body: object) => stage.customer.send("PUT", `/api/v1/webhooks/${id}`, body);
const setHealth = (id: string, health: Partial<Webhook>) =>
  stage.product.orm.em.fork().nativeUpdate(Webhook, { id }, health);
const readWebhook = (id: string) => stage.product.orm.em.fork().findOneOrFail(Webhook, { id });
/** Resolves when the delivery's workflow has ended, so that nothing more is sent. */
const untilOver = (deliveryId: string) =>
  waitFor(
    () =>
      temporal.client.workflow
        .getHandle(deliveryWorkflowId(deliveryId))
        .describe()
        .catch(() => null),
    (workflow) => workflow?.status.name !== "RUNNING",
  );
/** Resolves when the relay has processed all events. */
const untilPublished = () =>
  waitFor(
    () => stage.product.orm.em.fork().count(Event, { publishedAt: null }),
    (count) => count === 0,
  );
const at = (ms: number) => new Date(Date.now() + ms).toISOString();

/** A delivery that has failed permanently. */
async function deadDelivery() {
  let well = false;
  stage.receiver.behave(failingUntil(() => well));
  const hook = await stage.subscribe();
  await stage.createProject();
  const delivery = await stage.ended(hook.id);
  expect(delivery.status).toBe("dead");
  return { ...hook, delivery, recover: () => (well = true) };
}

describe("an abandoned delivery", () => {
  test("is sent again on request, once, under the same id", async () => {
    const { id, secret, delivery, recover } = await deadDelivery();
    recover();
    const before = stage.receiver.received.length;
    expect((await post(id, `deliveries/${delivery.id}/redeliver`)).status).toBe(202);
    expect(await stage.ended(id)).toMatchObject({ status: "delivered", attempts: delivery.attempts + 1 });
    await untilOver(delivery.id);
    const more = stage.receiver.received.slice(before);
    expect(more.map(({ headers }) => headers["webhook-id"])).toEqual([delivery.event_id]);
    new Verifier(secret).verify(more[0]!.body, more[0]!.headers);
  });

  test("is recovered with the others in a period, and no others", async () => {
    const { id, recover, delivery } = await deadDelivery();
    recover();
    const recovered = async (body: object) => (await post(id, "recover", body)).data.deliveries;
    expect(await recovered({ since: at(-DAY_MS), until: at(-DAY_MS) })).toBe(0);
    expect(await recovered({ since: at(-DAY_MS), until: at(0) })).toBe(1);
    expect(await stage.ended(id)).toMatchObject({ id: delivery.id, status: "delivered" });
    expect(await recovered({ since: at(-DAY_MS) })).toBe(0);
  });
});

describe("the period of a recovery", () => {
  const refused = async (id: string, body: object): Promise<string> => {
    const { status, body: answer } = await post(id, "recover", body);
    expect([status, answer.error.code, answer.error.details["field"]]).toEqual([
      400,
      "VALIDATION_ERROR",
      "since",
    ]);
    return answer.error.details["error"] as string;
  };

  test("is limited to events with a known result", async () => {
    const { id } = await stage.subscribe();
    await stage.createProject();
    expect((await stage.ended(id)).status).toBe("delivered");
    // A month later, housekeeping has removed the delivery; the event stays.
    const em = stage.product.orm.em.fork();
    await em.execute("update webhooks set created_at = created_at - interval '40 days' where id = ?", [id]);
    await em.execute(
      `update events set occurred_at = occurred_at - interval '35 days'
        where id in (select event_id from webhook_deliveries where webhook_id = ?)`,
      [id],
    );
    await em.nativeDelete(WebhookDelivery, { webhook: id });
    const answered = await refused(id, { since: at(-36 * DAY_MS) });
    const earliest = /before (\S+Z)/.exec(answered)![1]!;
    expect(Math.abs(Date.parse(earliest) - (Date.now() - 29 * DAY_MS))).toBeLessThan(10_000);
    await refused(id, { since: at(-29 * DAY_MS - 1_000), until: at(-28 * DAY_MS) });
    const { data } = await post(id, "recover", { since: at(-29 * DAY_MS + 10_000) });
    expect(data).toEqual({ deliveries: 0, continue_after: null });
  });

  test("does not end before it begins", async () => {
    const { id } = await stage.subscribe();
    expect(await refused(id, { since: at(-1_000), until: at(-2_000) })).toContain("until");
    expect(await refused(id, { since: at(DAY_MS) })).toContain("until");
  });

  test("includes events from before a kind was added", async () => {
    const { id } = await stage.subscribe(stage.customer, { events: ["report.failed"] });
    await stage.createProject();
    await untilPublished();
    await change(id, { events: ["project.created"] });
    expect((await post(id, "recover", { since: at(-DAY_MS) })).data).toMatchObject({ deliveries: 1 });
    expect((await stage.ended(id)).status).toBe("delivered");
  });
});

describe("a delivery that waits for its next attempt", () => {
  test("is sent at once on simultaneous requests, and only once", async () => {
    let well = false;
    stage.receiver.behave(failingUntil(() => well));
    const { id } = await stage.subscribe();
    await stage.createProject();
    const waiting = await stage.delivery(
      id,
      ({ status, attempts }) => status === "retrying" && attempts >= 2,
    );
    well = true;
    const before = stage.receiver.received.length;
    await Promise.all([1, 2, 3].map(() => post(id, `deliveries/${waiting.id}/redeliver`)));
    expect((await stage.ended(id)).status).toBe("delivered");
    await untilOver(waiting.id);
    const more = stage.receiver.received.length - before;
    expect(more).toBeGreaterThanOrEqual(1);
    expect(more).toBeLessThanOrEqual(3);
  });

  test("is signed with both secrets after a rotation, and with the new one only without an overlap", async () => {
    let well = false;
    stage.receiver.behave(failingUntil(() => well));
    const { id, secret } = await stage.subscribe();
    await stage.createProject();
    await stage.arrivals(1);
    const { data: rotated } = await post(id, "rotate-secret");
    well = true;
    await stage.ended(id);
    const last = stage.receiver.received.at(-1)!;
    expect(last.headers["webhook-signature"]!.split(" ")).toHaveLength(2);
    for (const known of [secret, rotated.secret]) new Verifier(known).verify(last.body, last.headers);
    const { data: again } = await post(id, "rotate-secret", { overlap_hours: 0 });
    const count = stage.receiver.received.length;
    await stage.createProject();
    const next = (await stage.arrivals(count + 1)).at(-1)!;
    new Verifier(again.secret).verify(next.body, next.headers);
    expect(() => new Verifier(rotated.secret).verify(next.body, next.headers)).toThrow("signature");
    // Its overlap was promised before and has not ended.
    new Verifier(secret).verify(next.body, next.headers);
  });

  test("goes to a new URL, however the old one failed", async () => {
    stage.receiver.behave((response, received, nth) =>
      answering(received.path === "/other" ? 200 : 500)(response, received, nth),
    );
    const { id } = await stage.subscribe();
    await stage.createProject();
    await stage.arrivals(1);
    await change(id, { url: stage.receiver.url.replace("/hook", "/other") });
    expect((await stage.ended(id)).status).toBe("delivered");
  });

  test.each<[string, (id: string) => Promise<unknown>]>([
    ["turned off", (id) => change(id, { active: false })],
    ["deleted", (id) => stage.customer.send("DELETE", `/api/v1/webhooks/${id}`)],
  ])("ends when its webhook is %s", async (_how, stop) => {
    stage.receiver.behave(answering(500));
    const { id } = await stage.subscribe();
    await stage.createProject();
    const waiting = await stage.delivery(id, ({ status }) => status === "retrying");
    await stop(id);
    await untilOver(waiting.id);
    expect(stage.receiver.received.length).toBeLessThan(4);
  });
});

describe("a webhook that was turned off for a while", () => {
  test("can recover what it missed", async () => {
    const { id } = await stage.subscribe();
    await change(id, { active: false });
    await stage.createProject();
    expect((await post(id, "test")).status).toBe(409);
    expect((await post(id, "recover", { since: at(-DAY_MS) })).status).toBe(409);
    await untilPublished();
    await change(id, { active: true });
    expect((await post(id, "recover", { since: at(-DAY_MS) })).data).toMatchObject({ deliveries: 1 });
    expect((await stage.ended(id)).status).toBe("delivered");
  });
});

describe("a failing endpoint", () => {
  const longAgo = new Date(Date.now() - 6 * DAY_MS);
  const untilBlocked = (id: string) =>
    waitFor(
      () => stage.product.orm.em.fork().findOne(WebhookDelivery, { webhook: id }),
      (delivery) => delivery?.leasedUntil != null,
    );

  test("is turned off after days of failures", async () => {
    stage.receiver.behave(answering(500));
    const { id } = await stage.subscribe();
    await setHealth(id, { failures: 20, failingSince: longAgo });
    await post(id, "test");
    await waitFor(
      () => readWebhook(id),
      ({ active }) => !active,
    );
    expect((await readWebhook(id)).disabledReason).toBe("failing");
  });

  test("with occasional successes stays on", async () => {
    stage.receiver.behave(answering(500));
    const { id } = await stage.subscribe();
    await setHealth(id, { failures: 1, failingSince: longAgo });
    await post(id, "test");
    await stage.delivery(id, ({ attempts }) => attempts >= 3);
    expect(await readWebhook(id)).toMatchObject({ active: true });
  });

  test("still counts as failing when another field changes and `active` is sent back", async () => {
    const { id } = await stage.subscribe();
    await setHealth(id, { failures: 5, failingSince: longAgo });
    await change(id, { description: "Ours", active: true });
    expect(await readWebhook(id)).toMatchObject({ description: "Ours", failures: 5, failingSince: longAgo });
  });

  test("is healthy after its first success", async () => {
    const { id } = await stage.subscribe();
    await setHealth(id, { failures: 3, failingSince: longAgo });
    await stage.createProject();
    expect((await stage.ended(id)).status).toBe("delivered");
    await waitFor(
      () => readWebhook(id),
      ({ failures, failingSince }) => failures === 0 && failingSince == null,
    );
  });

  test.each<[string, (id: string) => Promise<unknown>]>([
    ["has a new URL", (id) => change(id, { url: stage.receiver.url.replace("/hook", "/other") })],
    [
      "was turned off and on",
      async (id) => {
        await change(id, { active: false });
        await change(id, { active: true });
      },
    ],
  ])("gets deliveries held back by its breaker at once when it %s", async (_how, mend) => {
    const { id } = await stage.subscribe();
    await setHealth(id, { failures: 5, blockedUntil: new Date(Date.now() + 3_600_000) });
    await stage.createProject();
    await untilBlocked(id);
    expect(stage.receiver.received).toEqual([]);
    await mend(id);
    expect((await stage.ended(id)).status).toBe("delivered");
    expect(stage.receiver.received).toHaveLength(1);
  });

  test("gets nothing while its breaker is open, except a requested test", async () => {
    const { id } = await stage.subscribe();
    await setHealth(id, { failures: 5, blockedUntil: new Date(Date.now() + 3_600_000) });
    await stage.createProject();
    await untilBlocked(id);
    expect((await stage.deliveries(id))[0]).toMatchObject({ status: "pending", attempts: 0 });
    expect(stage.receiver.received).toEqual([]);
    expect((await post(id, "test")).status).toBe(202);
    // It responds again, and the pending deliveries follow at once.
    const types = (await stage.arrivals(2)).map(({ body }) => (JSON.parse(body) as { type: string }).type);
    expect(types).toEqual(["ping", "project.created"]);
    await waitFor(
      () => readWebhook(id),
      ({ blockedUntil }) => blockedUntil == null,
    );
  });
});
