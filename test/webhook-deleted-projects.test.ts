import { afterAll, describe, expect, test } from "@jest/globals";
import { runAsSystem } from "../activities/run-as-system.ts";
import { removeProjectRows } from "../domain/projects/project-deletion.commands.ts";
import { User } from "../domain/users/user.entity.ts";
import { claimDeliveries } from "../domain/webhooks/claim-deliveries.ts";
import { WebhookDelivery } from "../domain/webhooks/webhook.entity.ts";
import { systemClock } from "../platform/clock.ts";
import { publishToWebhooks } from "./support/publish-to-webhooks.ts";
import type { SignedIn } from "./support/product.ts";
import { localClients, tryFirst, webhookActivities } from "./support/webhook-activities.ts";
import { answering } from "./support/webhook-receiver.ts";
import { setUpWebhooks } from "./support/webhook-stage.ts";

/* Events of deleted projects: the rows are removed within a second, while deliveries are retried for days. */

// No worker: each test runs the steps itself, to control their order.
const stage = await setUpWebhooks({ worker: false });
const client = localClients();
afterAll(() => client.close());

const em = () => stage.product.orm.em.fork();
const relay = () => publishToWebhooks(em(), 1_000);
const kindsFor = async (webhook: string): Promise<string[]> =>
  (await em().find(WebhookDelivery, { webhook }, { orderBy: { id: "asc" } })).map(({ kind }) => kind);
const activities = () => webhookActivities(stage.product, client);
const change = (id: string, body: object) => stage.customer.send("PUT", `/api/v1/webhooks/${id}`, body);

/** Sees only their own webhooks, so the database shows their requests no others either. */
const managerOf = async (person: SignedIn): Promise<SignedIn> => {
  const manager = await stage.product.signIn("manager");
  await em().nativeUpdate(User, { id: person.id }, { manager: manager.id });
  return manager;
};

async function deleteProject(projectId: string): Promise<void> {
  const manager = await managerOf(stage.customer);
  expect((await manager.send("DELETE", `/api/v1/projects/${projectId}`)).status).toBe(202);
}

/** The last step of the deletion. */
const removeRows = (projectId: string): Promise<void> =>
  runAsSystem({ orm: stage.product.orm, clock: systemClock }, (ctx) => removeProjectRows(ctx, projectId));

const wholly = async (projectId: string): Promise<void> => {
  await deleteProject(projectId);
  await removeRows(projectId);
};

/** The first attempts for a webhook's pending events; returns the deliveries. */
async function tryPending(webhook: string): Promise<string[]> {
  const { deliveries, leasedUntil } = await claimDeliveries(em(), { limit: 1_000, now: new Date() });
  const ids = deliveries.filter((one) => one.webhookId === webhook).map(({ id }) => id);
  await tryFirst(stage.product, client, { ids, leasedUntil });
  return ids;
}

const EVENTS = { events: ["project.*"] };

describe("a delivery whose first attempt failed", () => {
  test("is sent if the project was deleted in the meantime", async () => {
    const { id } = await stage.subscribe(stage.customer, { events: ["project.deleted"] });
    const projectId = await stage.createProject();
    await deleteProject(projectId);
    await relay();
    stage.receiver.behave(answering(503));
    const [delivery] = await tryPending(id);
    await removeRows(projectId);
    stage.receiver.behave(answering(200));
    expect(await activities().tryDelivery(delivery!, false)).toEqual({ outcome: "delivered" });
    expect(JSON.parse(stage.receiver.received.at(-1)!.body)).toMatchObject({
      type: "project.deleted",
      data: { project: { id: projectId } },
    });
  });

  test("is sent for events before the deletion, too", async () => {
    const { id } = await stage.subscribe();
    const projectId = await stage.createProject();
    await relay();
    stage.receiver.behave(answering(503));
    const [delivery] = await tryPending(id);
    await wholly(projectId);
    stage.receiver.behave(answering(200));
    expect(await activities().tryDelivery(delivery!, false)).toEqual({ outcome: "delivered" });
  });

  test("ends if its owner had left the project before the deletion", async () => {
    const owner = await stage.product.signIn("customer");
    const team = [{ user_id: stage.customer.id, role: "customer" }];
    const { id } = await stage.subscribe();
    const projectId = await stage.createProject(owner, { team_members: team });
    await relay();
    stage.receiver.behave(answering(503));
    const [delivery] = await tryPending(id);
    await owner.send("DELETE", `/api/v1/projects/${projectId}/team/${stage.customer.id}`);
    const admin = await stage.product.signIn("admin");
    await admin.send("DELETE", `/api/v1/projects/${projectId}`);
    await removeRows(projectId);
    const before = stage.receiver.received.length;
    expect(await activities().tryDelivery(delivery!, false)).toEqual({ outcome: "cancelled" });
    expect(stage.receiver.received).toHaveLength(before);
  });

  test("ends if the webhook has been limited to other projects since", async () => {
    const { id } = await stage.subscribe();
    const projectId = await stage.createProject();
    const other = await stage.createProject();
    await relay();
    stage.receiver.behave(answering(503));
    const [delivery] = await tryPending(id);
    await wholly(projectId);
    await change(id, { project_ids: [other] });
    expect(await activities().tryDelivery(delivery!, false)).toEqual({ outcome: "cancelled" });
  });
});

describe("a relay that runs after the deletion of a project", () => {
  test("sends all its events to its receivers", async () => {
    const { id } = await stage.subscribe(stage.customer, EVENTS);
    await wholly(await stage.createProject());
    await relay();
    expect(await kindsFor(id)).toEqual(["project.created", "project.deleted"]);
  });

  test("sends nothing to other users", async () => {
    const [stranger, risen, managed] = await Promise.all(
      ["a", "b", "c"].map(() => stage.product.signIn("customer")),
    );
    const hooks = await Promise.all([stranger!, risen!, managed!].map((one) => stage.subscribe(one, EVENTS)));
    const projectId = await stage.createProject();
    await deleteProject(projectId);
    // The project row still exists, but is being deleted: users who see more from now on receive events of
    // other projects only.
    await em().nativeUpdate(User, { id: risen!.id }, { role: "admin" });
    await em().nativeUpdate(User, { id: managed!.id }, { role: "manager" });
    await em().nativeUpdate(User, { id: stage.customer.id }, { manager: managed!.id });
    await relay();
    for (const { id } of hooks) expect(await kindsFor(id)).toEqual([]);
    await em().execute("update events set published_at = null where project_id = ?", [projectId]);
    await removeRows(projectId);
    await relay();
    for (const { id } of hooks) expect(await kindsFor(id)).toEqual([]);
  });
});

describe("a recovery", () => {
  const since = new Date(Date.now() - 3_600_000).toISOString();
  const recover = async (id: string, who = stage.customer): Promise<number> =>
    (await who.send("POST", `/api/v1/webhooks/${id}/recover`, { since })).data.deliveries;

  test("sends missed events of a deleted project to its receivers", async () => {
    const { id } = await stage.subscribe(stage.customer, EVENTS);
    const stranger = await stage.product.signIn("customer");
    const foreign = await stage.subscribe(stranger, EVENTS);
    await change(id, { active: false });
    await wholly(await stage.createProject());
    await relay();
    expect(await kindsFor(id)).toEqual([]);
    await change(id, { active: true });
    expect(await recover(foreign.id, stranger)).toBe(0);
    expect(await recover(id)).toBe(2);
    expect((await kindsFor(id)).toSorted()).toEqual(["project.created", "project.deleted"]);
    const ids = await tryPending(id);
    expect(ids).toHaveLength(2);
    expect(stage.receiver.received).toHaveLength(2);
  });

  test("shows the events themselves to no one", async () => {
    await stage.subscribe(stage.customer, EVENTS);
    const projectId = await stage.createProject();
    await wholly(projectId);
    const { data } = await stage.customer.get(`/api/v1/events?project_id=${projectId}`);
    expect(data.events).toEqual([]);
  });
});
