import { describe, expect, test } from "@jest/globals";
import { WorkflowNotFoundError } from "@temporalio/client";
import { createApiKeyRotationActivities } from "../activities/api-keys/api-key-rotation.activities.ts";
import { ApiKey } from "../domain/api-keys/api-key.entity.ts";
import { rotationWorkflowId, type RotationSchedule } from "../domain/api-keys/api-key.rules.ts";
import { Event } from "../domain/events/event.entity.ts";
import { workflowOfEvent } from "../domain/events/events-in-use.ts";
import { systemClock } from "../platform/clock.ts";
import type { apiKeyRotation } from "../workflows/api-keys/api-key-rotation.workflow.ts";
import { createKey } from "./support/api-keys.ts";
import { startActivityWorker } from "./support/activity-worker.ts";
import { waitFor } from "./support/wait-for.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";
import { startProductForFile } from "./support/product-for-file.ts";

const product = await startProductForFile();
const customer = await product.signIn("customer");
const activities = createApiKeyRotationActivities({ orm: product.orm, clock: systemClock });
const worker = await stopAfterAll(startActivityWorker(product.config, activities));

/** Three months in two seconds. */
const FAST: RotationSchedule = { dueAfterMs: 1_600, remindDaysBefore: [14, 7, 1], graceMs: 500, dayMs: 100 };

const watch = (keyId: string, schedule: RotationSchedule = FAST) =>
  worker.temporal.client.workflow.start<typeof apiKeyRotation>("apiKeyRotation", {
    workflowId: `test-${keyId}`,
    taskQueue: product.config.TEMPORAL_TASK_QUEUE,
    args: [{ keyId, issuedAt: Date.now(), schedule }],
  });
const kindsOf = async (subjectId: string) =>
  (await product.orm.em.fork().find(Event, { subjectId }, { orderBy: { id: "asc" } })).map((event) =>
    event.kind === "api_key.rotation_due" ? event.data["days_left"] : event.kind,
  );
const me = (key: string) => product.anonymous.get("/api/v1/users/me", { "x-api-key": key });
const rotate = (id: string) => customer.send("POST", `/api/v1/api-keys/${id}/rotate`, {});
const stateOf = async (workflowId: string): Promise<string> => {
  try {
    return (await worker.temporal.client.workflow.getHandle(workflowId).describe()).status.name;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return "none";
    throw error;
  }
};

describe("a key that is not rotated", () => {
  test("is announced three times, works during the grace period, and is then disabled", async () => {
    const { id, api_key: key } = await createKey(customer);
    const running = await watch(id);
    await waitFor(
      () => kindsOf(id),
      (kinds) => kinds.includes(1),
    );
    expect((await me(key)).status).toBe(200);
    expect(await running.result()).toEqual({ outcome: "disabled" });
    expect(await kindsOf(id)).toEqual(["api_key.created", 14, 7, 1, "api_key.revoked"]);
    const [revoked] = await product.orm.em.fork().find(Event, { subjectId: id, kind: "api_key.revoked" });
    expect([revoked!.data["reason"], revoked!.actorId]).toEqual(["not_rotated", null]);
    expect((await me(key)).status).toBe(401);
  });
});

describe("the rotation workflow ends", () => {
  test("at the next step after a rotation: the key works during its overlap", async () => {
    const { id, api_key: key } = await createKey(customer);
    expect((await rotate(id)).status).toBe(201);
    const running = await watch(id);
    expect(await running.result()).toEqual({ outcome: "ended" });
    expect(await kindsOf(id)).toEqual(["api_key.created", "api_key.rotated"]);
    expect((await me(key)).status).toBe(200);
  });

  test("when the key was revoked after the last reminder", async () => {
    const { id } = await createKey(customer);
    const running = await watch(id, { ...FAST, remindDaysBefore: [] });
    await customer.send("DELETE", `/api/v1/api-keys/${id}`);
    expect(await running.result()).toEqual({ outcome: "ended" });
    expect(await kindsOf(id)).toEqual(["api_key.created", "api_key.revoked"]);
  });

  test("at once on the signal", async () => {
    const { id } = await createKey(customer);
    const running = await watch(id, { ...FAST, dueAfterMs: 86_400_000 });
    await running.signal("ended");
    expect(await running.result()).toEqual({ outcome: "ended" });
  });
});

describe("repeated steps", () => {
  test("state the remaining days when they are late, and only once", async () => {
    const { id } = await createKey(customer);
    const issued = new Date(Date.now() - 85 * 86_400_000 + 60_000);
    await product.orm.em.fork().nativeUpdate(ApiKey, { id }, { createdAt: issued });
    for (const days of [14, 7, 1]) expect(await activities.remindApiKeyRotation(id, days)).toBe(true);
    expect(await kindsOf(id)).toEqual(["api_key.created", 6, 1]);
  });

  test("remind once and disable once", async () => {
    const { id } = await createKey(customer);
    for (const days of [14, 14, 7, 14]) expect(await activities.remindApiKeyRotation(id, days)).toBe(true);
    expect(await kindsOf(id)).toEqual(["api_key.created", 14, 7]);
    expect([await activities.disableApiKey(id), await activities.disableApiKey(id)]).toEqual([true, false]);
    expect(await activities.remindApiKeyRotation(id, 1)).toBe(false);
    expect(await kindsOf(id)).toEqual(["api_key.created", 14, 7, "api_key.revoked"]);
  });
});

describe("the rotation workflow of a key", () => {
  test("starts with the key, and with its successor", async () => {
    const { id } = await createKey(customer);
    const successor = (await rotate(id)).body as unknown as { id: string };
    for (const keyId of [id, successor.id])
      await waitFor(
        () => stateOf(rotationWorkflowId(keyId)),
        (state) => state === "RUNNING",
      );
    for (const keyId of [id, successor.id])
      await worker.temporal.client.workflow.getHandle(rotationWorkflowId(keyId)).signal("ended");
  });

  test("counts from the issue of the key, however late it starts", async () => {
    const { id } = await createKey(customer);
    const { createdAt } = await product.orm.em.fork().findOneOrFail(ApiKey, { id });
    const event = await product.orm.em.fork().findOneOrFail(Event, { subjectId: id });
    const occurredAt = event.occurredAt.getTime();
    const { kind, subjectId, data } = event;
    const start = workflowOfEvent({ id: event.id, kind, subjectId, data, projectId: null, occurredAt });
    expect(start).toMatchObject({
      workflow: "apiKeyRotation",
      args: [{ keyId: id, issuedAt: occurredAt }],
    });
    expect(Math.abs(occurredAt - createdAt.getTime())).toBeLessThan(1_000);
  });
});
