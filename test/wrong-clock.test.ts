import { mock } from "node:test";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { timeOfId } from "../domain/history/event-tail.ts";
import { Invitation } from "../domain/invitations/invitation.entity.ts";
import { startProduct, type Product } from "./support/product.ts";
import { waitFor } from "./support/wait-for.ts";
import { startReceiver, type Receiver } from "./support/webhook-receiver.ts";

const HOUR_MS = 3_600_000;
const WAIT_MS = 30_000;
const TOLERATED_MS = 5_000;

/** The right time: only Date is wrong. */
const rightNow = (): number => performance.timeOrigin + performance.now();
const error = (ms: number): number => Math.abs(ms - rightNow());

let product: Product;
let receiver: Receiver;
beforeAll(async () => {
  // Behind, because ids of other tests in this process would stay ahead.
  mock.timers.enable({ apis: ["Date"], now: Date.now() - HOUR_MS });
  product = await startProduct({
    parts: ["worker"],
    environment: { WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8" },
  });
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.stop();
  await product.stop();
  mock.reset();
});

test("the clock of a machine decides neither when something happened, nor the timestamp of a webhook", async () => {
  const manager = await product.signIn("manager");
  const webhook = await manager.send("POST", "/api/v1/webhooks", {
    url: receiver.url,
    events: ["project.created"],
  });
  expect(webhook.status).toBe(201);
  const { data, headers, body } = await manager.send("POST", "/api/v1/projects", {
    name: "P",
    framework: "soc2",
  });
  expect(error(Date.parse(body.timestamp))).toBeLessThan(TOLERATED_MS);
  const unknown = await manager.get("/api/v1/unknown");
  expect(error(Date.parse(unknown.body.timestamp))).toBeLessThan(TOLERATED_MS);
  expect(error(Date.parse(data.created_at))).toBeLessThan(TOLERATED_MS);
  const changed = await manager.send("PUT", `/api/v1/projects/${data.id}`, { name: "Q" });
  expect(error(Date.parse(changed.data.updated_at))).toBeLessThan(TOLERATED_MS);
  const [received] = await waitFor(
    async () => receiver.received,
    (all) => all.length > 0,
    WAIT_MS,
  );
  expect(error(Date.parse(headers.get("date")!))).toBeLessThan(TOLERATED_MS);
  // Open pages of other processes follow events by the time in their ids.
  expect(error(timeOfId(String(received!.headers["webhook-id"]))!)).toBeLessThan(WAIT_MS);
  expect(error(Number(received!.headers["webhook-timestamp"]) * 1_000)).toBeLessThan(WAIT_MS);
  const [entry] = await waitFor(
    async () => (await manager.get(`/api/v1/audit-log?subject_id=${data.id}`)).data.entries,
    (all) => all.length > 0,
    WAIT_MS,
  );
  expect(error(Date.parse(entry!.occurred_at))).toBeLessThan(WAIT_MS);
});

test("the clock of a machine does not decide whether an invitation has expired", async () => {
  const admin = await product.signIn("admin");
  const path = "/api/v1/invitations";
  const { data } = await admin.send("POST", path, { email: "late@example.com", role: "customer" });
  const aMinuteAgo = new Date(rightNow() - 60_000);
  await product.orm.em.fork().nativeUpdate(Invitation, { id: data.id }, { expiresAt: aMinuteAgo });
  expect((await admin.get(`${path}/${data.id}`)).data.status).toBe("expired");
  const [listed] = (await admin.get(`${path}?status=expired`)).data.invitations;
  expect(listed).toMatchObject({ id: data.id, status: "expired" });
});
