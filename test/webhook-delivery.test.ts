import { describe, expect, test } from "@jest/globals";
import { Webhook as Verifier } from "standardwebhooks";
import { Project } from "../domain/projects/project.entity.ts";
import { User } from "../domain/users/user.entity.ts";
import { WebhookAttempt, WebhookDelivery } from "../domain/webhooks/webhook.entity.ts";
import { newId } from "../platform/ids.ts";
import type { SignedIn } from "./support/product.ts";
import { setUpWebhooks } from "./support/webhook-stage.ts";
import { answering } from "./support/webhook-receiver.ts";
import { waitFor } from "./support/wait-for.ts";

const stage = await setUpWebhooks();
const em = () => stage.product.orm.em.fork();

/** The event types received by the time a final event of the customer has arrived. */
async function kindsUntilLast(): Promise<string[]> {
  const marker = await stage.subscribe(stage.customer, { events: ["project.created"] });
  await stage.createProject();
  await stage.ended(marker.id);
  const unsettled = {
    webhook: { url: { $like: `${stage.receiver.url}%` } },
    status: { $in: ["pending", "sending", "retrying"] },
  } as const;
  await waitFor(
    () => em().count(WebhookDelivery, unsettled),
    (count) => count === 0,
  );
  const bodies = stage.receiver.received.map(({ body }) => JSON.parse(body) as { type: string; id: string });
  return [...new Map(bodies.map(({ id, type }) => [id, type])).values()].slice(0, -1);
}

describe("an event", () => {
  test("arrives signed, as documented and verified by Standard Webhooks", async () => {
    const { id, secret } = await stage.subscribe();
    const projectId = await stage.createProject();
    const [first] = await stage.arrivals(1);
    const payload = new Verifier(secret).verify(first!.body, first!.headers) as Record<string, unknown>;
    expect(payload).toEqual({
      id: first!.headers["webhook-id"],
      type: "project.created",
      event: "project.created",
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      data: { project: { id: projectId, name: "P", framework: "soc2", status: "active" } },
    });
    expect(first!.headers).toMatchObject({ "content-type": "application/json" });
    const delivery = await stage.ended(id);
    expect(delivery.attempt_log).toEqual([
      expect.objectContaining({ number: 1, status_code: 200, error: null, answer: null }),
    ]);
    expect(await stage.deliveries(id)).toHaveLength(1);
  });

  test("that fails at first is retried under the same id by its own workflow", async () => {
    stage.receiver.behave((response, received, nth) =>
      answering(nth < 3 ? 500 : 200)(response, received, nth),
    );
    const { id, secret } = await stage.subscribe();
    await stage.createProject();
    expect(await stage.ended(id)).toMatchObject({ status: "delivered", attempts: 3 });
    const all = stage.receiver.received;
    expect(new Set(all.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    for (const { body, headers } of all) new Verifier(secret).verify(body, headers);
  });

  test("reaches one endpoint while another hangs", async () => {
    const hanging = await stage.subscribe();
    const well = await stage.subscribe(stage.customer, { url: `${stage.receiver.url}/well` });
    stage.receiver.behave((response, received, nth) => {
      if (received.path.endsWith("/well")) answering(200)(response, received, nth);
    });
    const began = Date.now();
    await stage.createProject();
    await stage.arrivals(2);
    expect((await stage.ended(well.id)).status).toBe("delivered");
    // The first attempt of the hanging one alone takes 600 ms, and three more follow.
    expect(Date.now() - began).toBeLessThan(2_500);
    expect((await stage.deliveries(hanging.id))[0]!.status).not.toBe("delivered");
  });
});

describe("the subscription of a webhook", () => {
  test("has kinds and groups", async () => {
    await stage.subscribe(stage.customer, { events: ["webhook.*", "project.updated"] });
    const projectId = await stage.createProject();
    await stage.customer.send("PUT", `/api/v1/projects/${projectId}`, { description: "New" });
    const other = await stage.subscribe(stage.customer, { url: "https://127.0.0.1:9999/", active: false });
    await stage.customer.send("DELETE", `/api/v1/webhooks/${other.id}`);
    const kinds = await kindsUntilLast();
    expect(kinds.toSorted()).toEqual([
      "project.updated",
      "webhook.created",
      "webhook.created",
      "webhook.created",
      "webhook.deleted",
    ]);
  });

  test("can be limited to projects, and excludes everything else", async () => {
    const [mine, other] = [await stage.createProject(), await stage.createProject()];
    await stage.subscribe(stage.customer, { events: ["*"], project_ids: [mine] });
    for (const id of [other, mine])
      await stage.customer.send("PUT", `/api/v1/projects/${id}`, { description: "New" });
    await stage.customer.send("POST", "/api/v1/api-keys", { name: "A key" });
    expect(await kindsUntilLast()).toEqual(["project.updated"]);
  });

  test("includes a ping on a test", async () => {
    const { id } = await stage.subscribe();
    const { status, data } = await stage.customer.send("POST", `/api/v1/webhooks/${id}/test`);
    expect(status).toBe(202);
    const delivery = await stage.ended(id);
    expect(delivery).toMatchObject({ id: data.id, event: "ping", status: "delivered" });
    expect(stage.receiver.received).toHaveLength(1);
  });

  test("ends once the webhook or its owner is deactivated", async () => {
    const { id } = await stage.subscribe();
    await stage.customer.send("PUT", `/api/v1/webhooks/${id}`, { active: false });
    const owner = await stage.product.signIn("customer");
    const team = [{ user_id: owner.id, role: "customer" }];
    const projectId = await stage.createProject(stage.customer, { team_members: team });
    await stage.subscribe(owner, { events: ["*"] });
    await em().nativeUpdate(User, { id: owner.id }, { active: false });
    await stage.customer.send("PUT", `/api/v1/projects/${projectId}`, { description: "New" });
    expect(await kindsUntilLast()).toEqual([]);
  });
});

describe("the receivers of an event", () => {
  const subscribed = async (who: SignedIn) => stage.subscribe(who, { events: ["*"] });

  test("are all who see the project, within their own rights, and no one else", async () => {
    const [shared, foreign, auditor, admin] = [
      await stage.product.signIn("customer"),
      await stage.product.signIn("customer"),
      await stage.product.signIn("auditor"),
      await stage.product.signIn("admin"),
    ];
    const hooks = await Promise.all([shared, foreign, auditor, admin].map(subscribed));
    const projectId = await stage.createProject(admin, {
      customer_id: stage.customer.id,
      auditor_id: auditor.id,
      team_members: [{ user_id: shared.id, role: "customer" }],
    });
    await stage.subscribe();
    await kindsUntilLast();
    const answered = async (who: SignedIn, { id }: { id: string }) => {
      const { data } = await who.get(`/api/v1/webhooks/${id}/deliveries?event=project.created&limit=100`);
      const ids = (data.deliveries as { event_id: string }[]).map(({ event_id }) => event_id);
      const events = await Promise.all(ids.map((event) => who.get(`/api/v1/events/${event}`)));
      return events.some(({ data: event }) => event.subject_id === projectId);
    };
    expect(await answered(shared, hooks[0]!)).toBe(true);
    expect(await answered(foreign, hooks[1]!)).toBe(false);
    expect(await answered(auditor, hooks[2]!)).toBe(true);
    expect(await answered(admin, hooks[3]!)).toBe(true);
  });

  test("exclude those who may not see demo projects", async () => {
    const manager = await stage.product.signIn("manager");
    const bound = await stage.product.signIn("customer", { managerId: manager.id });
    const free = await stage.product.signIn("customer");
    const projectId = await stage.createProject();
    await em().nativeUpdate(Project, { id: projectId }, { demo: true });
    await subscribed(bound);
    const hook = await stage.subscribe(free, {
      events: ["project.updated"],
      url: `${stage.receiver.url}/free`,
    });
    const admin = await stage.product.signIn("admin");
    expect((await admin.send("PUT", `/api/v1/projects/${projectId}`, { description: "N" })).status).toBe(200);
    await kindsUntilLast();
    expect(await stage.deliveries(hook.id, free)).toHaveLength(1);
    const paths = stage.receiver.received.filter(({ body }) => body.includes("project.updated"));
    expect(paths.map(({ path }) => path)).toEqual(["/hook/free"]);
  });

  test("outside projects are the user concerned and admins", async () => {
    const [admin, other] = [await stage.product.signIn("admin"), await stage.product.signIn("customer")];
    const kinds = { events: ["api_key.created"] };
    const hooks = [await stage.subscribe(stage.customer, kinds), await stage.subscribe(admin, kinds)];
    const foreign = await stage.subscribe(other, kinds);
    await stage.customer.send("POST", "/api/v1/api-keys", { name: "A key" });
    await stage.ended(hooks[0]!.id);
    expect(await stage.deliveries(hooks[1]!.id, admin)).toHaveLength(1);
    expect(await stage.deliveries(foreign.id, other)).toEqual([]);
  });
});

test("a delivery shows its latest hundred attempts and their number; all can be listed, newest first", async () => {
  const { id } = await stage.subscribe();
  await stage.createProject();
  const delivery = await stage.ended(id);
  await em().nativeDelete(WebhookAttempt, { delivery: delivery.id });
  const of = { delivery: delivery.id, webhook: id, statusCode: 500, latencyMs: 1, error: null, answer: null };
  const first = Date.now() - 1_000_000;
  await em().insertMany(
    WebhookAttempt,
    Array.from({ length: 102 }, (_, i) => ({ ...of, id: newId(), number: i + 1, at: new Date(first + i) })),
  );
  const path = `/api/v1/webhooks/${id}/deliveries/${delivery.id}` as const;
  const { attempt_log: log, attempt_count: count } = (await stage.customer.get(path)).data;
  expect([count, log.length, log[0]!.number, log.at(-1)!.number]).toEqual([102, 100, 3, 102]);
  const { attempts, pagination } = (await stage.customer.get(`${path}/attempts?limit=100&page=2`)).data;
  expect(attempts.map(({ number }) => number)).toEqual([2, 1]);
  expect(pagination).toEqual({ page: 2, limit: 100, total: 102, pages: 2 });
  const elsewhere = await stage.subscribe();
  const foreign = `/api/v1/webhooks/${elsewhere.id}/deliveries/${delivery.id}/attempts` as const;
  expect((await stage.customer.get(foreign)).status).toBe(404);
});
