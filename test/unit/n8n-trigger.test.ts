import { describe, expect, test } from "@jest/globals";
import { Webhook } from "standardwebhooks";
import { newWebhookSecret, signWebhook } from "../../domain/webhooks/webhook-secret.ts";
import {
  isNew,
  keepSubscription,
  readSubscription,
  readSubscriptions,
} from "../../integrations/n8n/node/src/nodes/ComplianceTrigger/subscription.ts";
import { verifySignature } from "../../integrations/n8n/node/src/verify-signature.ts";

const NOW = new Date("2026-11-21T12:00:00Z");
const BODY = JSON.stringify({ id: "1", type: "project.created", data: { name: "Prüfung" } });

describe("a signature", () => {
  const secret = newWebhookSecret();
  const signed = (at: Date, body = BODY) => ({
    id: "msg_1",
    timestamp: String(Math.floor(at.getTime() / 1_000)),
    signatures: new Webhook(secret).sign("msg_1", at, body),
    body: Buffer.from(body),
  });
  const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000);

  test("of the standardwebhooks library is accepted, and so is our own", () => {
    expect(verifySignature(secret, signed(NOW), NOW)).toBe(true);
    const timestamp = NOW.getTime() / 1_000;
    const signatures = signWebhook(secret, { id: "msg_1", timestamp, body: BODY });
    expect(verifySignature(secret, { ...signed(NOW), signatures }, NOW)).toBe(true);
  });

  test("is accepted if one of several is right, as during a rotation", () => {
    const { signatures } = signed(NOW);
    const other = new Webhook(newWebhookSecret()).sign("msg_1", NOW, BODY);
    expect(verifySignature(secret, { ...signed(NOW), signatures: `${other} ${signatures}` }, NOW)).toBe(true);
  });

  test.each([
    [-4.9, true],
    [4.9, true],
    [-5.1, false],
    [5.1, false],
  ])("of %s minutes from now: %s", (age, taken) => {
    expect(verifySignature(secret, signed(minutes(age)), NOW)).toBe(taken);
  });

  test.each([
    ["another body", { body: Buffer.from(BODY.replace("created", "deleted")) }],
    ["another id", { id: "msg_2" }],
    ["another time", { timestamp: String(NOW.getTime() / 1_000 + 1) }],
    ["an invalid time", { timestamp: "now" }],
    ["no id", { id: "" }],
    ["no signature", { signatures: "" }],
    ["a signature cut short", { signatures: signed(NOW).signatures.slice(0, -6) }],
    ["another version", { signatures: signed(NOW).signatures.replace("v1,", "v2,") }],
    ["another secret's", { signatures: new Webhook(newWebhookSecret()).sign("msg_1", NOW, BODY) }],
  ])("with %s is refused", (_what, change) => {
    expect(verifySignature(secret, { ...signed(NOW), ...change }, NOW)).toBe(false);
  });

  test("is refused without a secret", () => {
    expect(verifySignature("whsec_", signed(NOW), NOW)).toBe(false);
  });
});

describe("a trigger's subscriptions", () => {
  const keeper = (data: Record<string, unknown>, url: string) => ({
    getNodeWebhookUrl: () => url,
    getWorkflowStaticData: () => data,
  });
  const subscription = (id: string) => ({ id, secret: newWebhookSecret(), seen: [] });

  test("are stored by URL, found for every request, and removed separately", () => {
    const data = {};
    const [live, tried] = [keeper(data, "https://n8n/webhook/1"), keeper(data, "https://n8n/webhook-test/1")];
    keepSubscription(live, subscription("live"));
    keepSubscription(tried, subscription("tried"));
    expect([readSubscription(live)?.id, readSubscription(tried)?.id]).toEqual(["live", "tried"]);
    expect(readSubscriptions(live).map(({ id }) => id)).toEqual(["live", "tried"]);
    keepSubscription(tried, undefined);
    expect(readSubscriptions(live).map(({ id }) => id)).toEqual(["live"]);
  });

  test("recognise the last 200 events", () => {
    const one = subscription("live");
    const ids = Array.from({ length: 201 }, (_id, nth) => `event-${nth}`);
    expect(ids.map((id) => isNew(one, id))).not.toContain(false);
    expect(isNew(one, "event-200")).toBe(false);
    expect(isNew(one, "event-1")).toBe(false);
    expect(isNew(one, "event-0")).toBe(true);
    expect(one.seen).toHaveLength(200);
  });
});
