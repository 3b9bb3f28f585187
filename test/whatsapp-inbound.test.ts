import { beforeAll, describe, expect, test } from "@jest/globals";
import { createHmac } from "node:crypto";
import { databaseCallerOf } from "../api/gateway/database-caller-of.ts";
import type { Actor } from "../domain/actor.ts";
import { entities } from "../domain/entities.ts";
import { InboundMessage } from "../domain/whatsapp/inbound-message.entity.ts";
import { actAs, actAsSystem } from "../platform/database/database-caller.ts";
import { createOrm } from "../platform/database/orm.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import {
  APP_SECRET,
  VERIFY_TOKEN,
  deliver,
  deliveryOf,
  documentOf,
  newNumber,
  pressOf,
  saying,
  setUpWhatsapp,
  textOf,
} from "./support/whatsapp-phone.ts";

const PATH = "/webhooks/whatsapp";
const ADMIN: Omit<Actor, "id"> = {
  role: "admin",
  managerId: null,
  demoAllowed: true,
  scopes: ["read", "write", "admin"],
  projectIds: null,
  apiKeyId: null,
  via: null,
};

const product = await startProductForFile();
const admin = await product.signIn("admin");

const kept = (from: string) =>
  product.orm.em.fork().find(InboundMessage, { externalId: from }, { orderBy: { id: "asc" } });
const asks = (query: Record<string, string>) =>
  product.anonymous.fetch(`${PATH}?${new URLSearchParams(query).toString()}`);
const sign = (body: string) => createHmac("sha256", APP_SECRET).update(body).digest("hex");

test("without settings nothing is accepted", async () => {
  const query = { "hub.mode": "subscribe", "hub.verify_token": "", "hub.challenge": "1" };
  expect((await asks(query)).status).toBe(403);
  expect((await deliver(product, deliveryOf([]))).status).toBe(401);
});

test("the six documented settings suffice, but without an app secret nothing is accepted", async () => {
  const set = await admin.send("PUT", "/api/v1/integrations/whatsapp", {
    api_url: "http://127.0.0.1:1",
    phone_number_id: "123456789",
    access_token: "an-access-token",
    webhook_url: "https://compliance.example.com/webhooks/whatsapp",
    webhook_verify_token: VERIFY_TOKEN,
    business_account_id: "987654321",
  });
  expect(set.status).toBe(200);
  expect(set.data).toMatchObject({
    configured: true,
    missing: ["app_secret"],
    next_step: expect.stringContaining("app_secret"),
  });
  expect((await deliver(product, deliveryOf([]))).status).toBe(401);
  const body = JSON.stringify(deliveryOf([]));
  for (const key of ["", "undefined", "null"]) {
    const signature = `sha256=${createHmac("sha256", key).update(body).digest("hex")}`;
    const headers = { "content-type": "application/json", "x-hub-signature-256": signature };
    const answer = await product.anonymous.fetch(PATH, { method: "POST", headers, body });
    expect(answer.status).toBe(401);
  }
  const query = {
    "hub.mode": "subscribe",
    "hub.verify_token": VERIFY_TOKEN,
    "hub.challenge": "7",
  };
  expect(await (await asks(query)).text()).toBe("7");
});

describe("with WhatsApp configured", () => {
  beforeAll(async () => {
    expect((await setUpWhatsapp(admin, "http://127.0.0.1:1")).status).toBe(200);
  });

  test("the handshake returns the challenge as plain text", async () => {
    const response = await asks({
      "hub.mode": "subscribe",
      "hub.verify_token": VERIFY_TOKEN,
      "hub.challenge": "<b>1158201444</b>",
    });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(/^text\/plain/);
    expect(await response.text()).toBe("<b>1158201444</b>");
  });

  test.each([
    [{ "hub.mode": "subscribe", "hub.verify_token": "wrong", "hub.challenge": "1" }],
    [{ "hub.mode": "subscribe", "hub.challenge": "1" }],
    [{ "hub.mode": "unsubscribe", "hub.verify_token": VERIFY_TOKEN, "hub.challenge": "1" }],
    [{}],
  ])("a handshake with %j is refused", async (query) => {
    const response = await asks(query);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ success: false, error: { code: "FORBIDDEN" } });
  });

  const body = JSON.stringify(deliveryOf([saying("4915112345678", textOf("status"))]));
  test.each<[string, string | null]>([
    ["no signature", null],
    ["an empty one", ""],
    ["a signature by another secret", `sha256=${createHmac("sha256", "another").update(body).digest("hex")}`],
    ["one cut short", `sha256=${sign(body).slice(0, 62)}`],
    ["one without its algorithm", sign(body)],
    ["one of the old algorithm", `sha1=${createHmac("sha1", APP_SECRET).update(body).digest("hex")}`],
    ["a valid one of another body", `sha256=${sign(`${body} `)}`],
  ])("a delivery with %s is answered 401 and not stored", async (_what, signature) => {
    const { status, text } = await deliver(product, body, signature);
    expect(status).toBe(401);
    expect(JSON.parse(text)).toMatchObject({ success: false, error: { code: "UNAUTHORIZED" } });
    expect(await kept("4915112345678")).toEqual([]);
  });

  test("a signed one is answered in plain text; the message is stored unchanged", async () => {
    const from = newNumber();
    const messages = [
      saying(from, textOf("status \u0000 of \ud800 us")),
      saying(from, documentOf("77", "policy.pdf", "CC6.1 Policy")),
      saying(from, pressOf("approve:1")),
      saying(from, { type: "image", image: { id: "78", mime_type: "image/jpeg; a=b" } }),
    ];
    const contacts = [{ wa_id: from, profile: { name: "Kim" } }];
    const answered = await deliver(product, deliveryOf(messages, { contacts }));
    expect(answered).toMatchObject({ status: 200, text: "EVENT_RECEIVED" });
    expect(answered.type).toMatch(/^text\/plain/);
    const rows = await kept(from);
    expect(rows.map(({ content }) => content)).toEqual([
      { type: "text", text: "status  of \ufffd us" },
      {
        type: "media",
        media: { id: "77", mimeType: "application/pdf", fileName: "policy.pdf", caption: "CC6.1 Policy" },
      },
      { type: "button", button: "approve:1" },
      { type: "media", media: { id: "78", mimeType: "image/jpeg", fileName: "", caption: "" } },
    ]);
    expect(rows[0]).toMatchObject({ kind: "whatsapp", displayName: "Kim", handledAt: null });
  });

  test("the same message, delivered concurrently and again, is stored once", async () => {
    const from = newNumber();
    const delivery = deliveryOf([saying(from, textOf("gaps"))]);
    const answers = await Promise.all(Array.from({ length: 8 }, () => deliver(product, delivery)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await deliver(product, delivery)).status).toBe(200);
    expect(await kept(from)).toHaveLength(1);
  });

  const from = newNumber();
  const sentDaysAgo = (days: number) => ({
    ...saying(from, textOf("status")),
    timestamp: String(Math.floor(Date.now() / 1_000) - days * 86_400),
  });
  test.each<[string, unknown, number]>([
    ["statuses of sent messages", deliveryOf([], { statuses: [{ id: "x", status: "failed" }] }), 0],
    ["a delivery that is replayed after its row was deleted", deliveryOf([sentDaysAgo(31)]), 0],
    ["a message that Meta held for a week", deliveryOf([sentDaysAgo(8)]), 1],
    ["an unknown type", deliveryOf([saying(from, { type: "hologram" })]), 1],
    ["a text without text", deliveryOf([saying(from, { type: "text" })]), 1],
    ["an invalid time", deliveryOf([{ ...saying(from, textOf("x")), timestamp: "soon" }]), 1],
    ["a time beyond all dates", deliveryOf([{ ...saying(from, textOf("x")), timestamp: "9".repeat(17) }]), 1],
    ["a button with a NUL", deliveryOf([saying(from, pressOf("a\0b"))]), 1],
    ["an id with a NUL", deliveryOf([{ ...saying(from, textOf("x")), id: "a\0b" }]), 0],
    ["a message without a sender", deliveryOf([{ id: "wamid.1", type: "text" }]), 0],
    ["a sender that is not a number", deliveryOf([saying("../../x", textOf("x"))]), 0],
    ["messages that are not a list", deliveryOf("none" as never), 0],
    [
      "a message to another number of the app",
      deliveryOf([saying(from, textOf("x"))], { metadata: { phone_number_id: "9" } }),
      0,
    ],
    [
      "another field",
      { object: "whatsapp_business_account", entry: [{ changes: [{ field: "flows", value: 1 }] }] },
      0,
    ],
    ["another object", { object: "page", entry: [] }, 0],
    ["a list", [1, 2], 0],
    ["no JSON", "{", 0],
    ["nothing", "", 0],
  ])("%s is accepted without an error", async (_what, delivery, count) => {
    const before = (await kept(from)).length;
    expect(await deliver(product, delivery)).toMatchObject({ status: 200, text: "EVENT_RECEIVED" });
    expect((await kept(from)).length - before).toBe(count);
  });

  test("no caller's connection sees messages, not even an admin's", async () => {
    await deliver(product, deliveryOf([saying(newNumber(), textOf("between us"))]));
    const orm = await createOrm({ ...product.config, DATABASE_POOL: 1 }, entities, "callers");
    const count = () => orm.em.fork().count(InboundMessage);
    const caller = databaseCallerOf({ ...ADMIN, id: admin.id });
    expect(await actAs(caller, count)).toBe(0);
    expect(await actAsSystem(count)).toBeGreaterThan(0);
    await orm.close();
  });

  test("a body larger than Meta's is refused", async () => {
    expect((await deliver(product, "x".repeat(3 * 1024 * 1024 + 1))).status).toBe(413);
  });

  test("the time of a message is never in the future", async () => {
    const late = newNumber();
    const timestamp = String(Math.floor(Date.now() / 1_000) + 86_400);
    await deliver(product, deliveryOf([{ ...saying(late, textOf("x")), timestamp }]));
    const [row] = await kept(late);
    expect(row!.sentAt.getTime()).toBeLessThanOrEqual(Date.now());
  });
});
