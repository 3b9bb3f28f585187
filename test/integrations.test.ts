import { beforeAll, describe, expect, test } from "@jest/globals";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Event } from "../domain/events/event.entity.ts";
import { Integration } from "../domain/integrations/integration.entity.ts";
import { readIntegration } from "../domain/integrations/read-integration.ts";
import { recordIntegrationUse } from "../domain/integrations/integration.commands.ts";
import { systemClock } from "../platform/clock.ts";
import { createSecretBox } from "../platform/crypto/crypto.ts";
import { serveLocally } from "../testkit/serve-locally.ts";
import { keyHeaders } from "./support/api-keys.ts";
import { untilWaiting } from "./support/until-waiting.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";
import { startProductForFile } from "./support/product-for-file.ts";

const PATH = "/api/v1/integrations";

/** Responses of the remote service, by path or computed from the request. */
type Answer = { status?: number; headers?: Record<string, string>; body: unknown };
let answer: (request: IncomingMessage) => Answer | Promise<Answer> = () => ({ body: {} });

const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { status = 200, headers = {}, body } = await answer(request);
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
};
const server = await stopAfterAll(serveLocally((request, response) => void respond(request, response)));
const address = server.url;
const product = await startProductForFile({ environment: { SLACK_API_URL: `${address}/slack/` } });
const [admin, manager] = [await product.signIn("admin"), await product.signIn("manager")];

const SLACK = {
  bot_token: "xoxb-of-the-test",
  signing_secret: "a-signing-secret",
  default_channel: "#compliance",
  notification_channels: { critical: "#alarms" },
};
const n8n = () => ({ instance_address: address, api_token: "an-api-token" });
const whatsapp = () => ({
  api_url: `${address}/graph`,
  phone_number_id: "123456789",
  access_token: "an-access-token",
  webhook_verify_token: "a-verify-token",
  app_secret: "an-app-secret",
});

const setUp = (kind: string, body: object) => admin.send("PUT", `${PATH}/${kind}`, body);
const lastTest = async (kind: string) =>
  (await admin.send("POST", `${PATH}/${kind}/test`)).data.last_test as {
    ok: boolean;
    problem: string | null;
    detail: string;
  };

describe("settings", () => {
  test("are listed for every kind, configured or not, without secrets", async () => {
    const { status } = await setUp("slack", SLACK);
    expect(status).toBe(200);
    const { data } = await admin.get(PATH);
    expect(
      data.integrations.map(({ kind, configured }: Record<string, unknown>) => [kind, configured]),
    ).toEqual([
      ["slack", true],
      ["whatsapp", false],
      ["n8n", false],
    ]);
    expect(data.integrations[0]).toMatchObject({
      settings: { default_channel: "#compliance", notification_channels: { critical: "#alarms" } },
      secrets: ["bot_token", "signing_secret"],
      missing: ["client_id", "client_secret", "app_token"],
      last_test: null,
    });
    expect(JSON.stringify(data)).not.toMatch(/xoxb-of-the-test|a-signing-secret/);
    const row = await product.orm.em.fork().findOneOrFail(Integration, { kind: "slack" });
    expect(JSON.stringify(row)).not.toMatch(/xoxb-of-the-test|a-signing-secret/);
  });

  test("stay if omitted; null removes one", async () => {
    await setUp("slack", { ...SLACK, app_token: "xapp-of-the-test" });
    const changed = await setUp("slack", { default_channel: "#other", notification_channels: null });
    expect(changed.data).toMatchObject({
      settings: { default_channel: "#other" },
      secrets: ["bot_token", "app_token", "signing_secret"],
    });
    expect(changed.data.settings).not.toHaveProperty("notification_channels");
    expect((await setUp("slack", { app_token: null })).data.secrets).toEqual(["bot_token", "signing_secret"]);
  });

  test("sent again unchanged keep the result of their test, and record nothing", async () => {
    await setUp("n8n", n8n());
    await lastTest("n8n");
    const counted = () => product.orm.em.fork().count(Event, { kind: "integration.configured" });
    const before = [await counted(), (await admin.get(PATH)).data.integrations];
    expect((await setUp("n8n", n8n())).status).toBe(200);
    expect((await setUp("n8n", { instance_address: address })).status).toBe(200);
    expect([await counted(), (await admin.get(PATH)).data.integrations]).toEqual(before);
    const changed = { ...n8n(), api_token: "another-token" };
    expect((await setUp("n8n", changed)).data.last_test).toBeNull();
    const [event] = await product.orm.em
      .fork()
      .find(Event, { kind: "integration.configured" }, { orderBy: { id: "desc" }, limit: 1 });
    expect(event!.data["changed"]).toEqual(["api_token"]);
    await admin.send("DELETE", `${PATH}/n8n`);
  });

  test("accept a channel's name with # or its id", async () => {
    for (const channel of ["#general", "C0123456789"])
      expect((await setUp("slack", { ...SLACK, default_channel: channel })).status).toBe(200);
  });

  test("that were valid under older rules work until they are changed", async () => {
    await setUp("slack", SLACK);
    const em = product.orm.em.fork();
    const before = { default_channel: "general" };
    await em.nativeUpdate(Integration, { kind: "slack" }, { settings: before });
    const read = await readIntegration(em, "slack", createSecretBox(product.config.encryptionKey));
    expect(read).toMatchObject({ ...before, signing_secret: SLACK.signing_secret });
    const refused = await setUp("slack", { app_token: null });
    expect(refused.body.error.details).toMatchObject({ field: "default_channel" });
    expect((await setUp("slack", { default_channel: "#general" })).status).toBe(200);
  });

  test.each([
    ["slack", { bot_token: "wrong" }, "bot_token"],
    ["slack", { default_channel: "no channel" }, "default_channel"],
    ["slack", { default_channel: "general" }, "must be a channel's name with #, or its id"],
    ["slack", { notification_channels: { reports: "c0123456789" } }, "notification_channels.reports"],
    ["slack", { surprise: 1 }, '"field":"surprise","error":"unknown field"'],
    ["slack", { signing_secret: null }, '"field":"signing_secret","error":"is required","reason":"required"'],
    ["n8n", { instance_address: "n8n" }, "instance_address"],
    ["whatsapp", { phone_number_id: "abc" }, "phone_number_id"],
  ])("of %s that are invalid name the field: %j", async (kind, change, field) => {
    const refused = await setUp(kind, { ...(kind === "slack" ? SLACK : {}), ...change });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body.error)).toContain(field);
  });

  test("require an admin with a token", async () => {
    expect((await manager.get(PATH)).status).toBe(403);
    expect((await manager.send("PUT", `${PATH}/n8n`, n8n())).status).toBe(403);
    expect((await product.anonymous.get(PATH)).status).toBe(401);
    expect((await admin.send("PUT", `${PATH}/teams`, {})).status).toBe(400);
    expect((await admin.send("POST", `${PATH}/n8n/test`)).status).toBe(404);
  });
});

const GOOD_SLACK: Answer = {
  headers: { "x-oauth-scopes": "chat:write,commands" },
  body: { ok: true, user: "bot", team: "Company" },
};

describe("a test", () => {
  beforeAll(async () => {
    await setUp("slack", SLACK);
    await setUp("n8n", n8n());
    await setUp("whatsapp", whatsapp());
  });

  test.each<[string, Answer, string | null]>([
    ["slack", GOOD_SLACK, null],
    ["slack", { body: { ok: false, error: "invalid_auth" } }, "bad_credentials"],
    ["slack", { body: { ok: false, error: "missing_scope" } }, "missing_permission"],
    ["slack", { ...GOOD_SLACK, headers: { "x-oauth-scopes": "commands" } }, "missing_permission"],
    ["slack", { status: 429, body: {} }, "rate_limited"],
    ["slack", { status: 500, body: {} }, "unexpected_answer"],
    ["n8n", { body: { data: [] } }, null],
    ["n8n", { status: 401, body: { message: "unauthorized" } }, "bad_credentials"],
    ["n8n", { body: { hello: "world" } }, "wrong_address"],
    ["n8n", { status: 302, headers: { location: "http://127.0.0.1:1/" }, body: {} }, "unexpected_answer"],
    ["whatsapp", { body: { verified_name: "Company", display_phone_number: "+1 555" } }, null],
    ["whatsapp", { status: 400, body: { error: { code: 190, message: "Expired" } } }, "bad_credentials"],
    ["whatsapp", { status: 400, body: { error: { code: 100, message: "No such id" } } }, "wrong_address"],
  ])("of %s answered by %j: %s", async (kind, given, problem) => {
    answer = () => given;
    expect(await lastTest(kind)).toMatchObject({ ok: problem === null, problem });
    const { data } = await admin.get(PATH);
    const kept = data.integrations.find((one: { kind: string }) => one.kind === kind);
    expect(kept!.last_test).toMatchObject({ ok: problem === null, problem });
  });

  test("of n8n that succeeds has no detail, which would be English", async () => {
    answer = () => ({ body: { data: [] } });
    expect(await lastTest("n8n")).toMatchObject({ ok: true, detail: "" });
  });

  test("sends the configured credentials", async () => {
    const seen: unknown[] = [];
    answer = (request) => {
      seen.push([
        request.method,
        request.url,
        request.headers.authorization ?? request.headers["x-n8n-api-key"],
      ]);
      return { body: {} };
    };
    for (const kind of ["slack", "n8n", "whatsapp"]) await lastTest(kind);
    expect(seen).toEqual([
      ["POST", "/slack/auth.test", "Bearer xoxb-of-the-test"],
      ["GET", "/api/v1/workflows?limit=1", "an-api-token"],
      ["GET", "/graph/123456789?fields=display_phone_number,verified_name", "Bearer an-access-token"],
    ]);
  });

  test("does not count for settings that changed in the meantime", async () => {
    const change = { api_token: "a-newer-token" };
    answer = async () => {
      expect((await setUp("n8n", change)).status).toBe(200);
      return { status: 401, body: { message: "unauthorized" } };
    };
    const tested = await admin.send("POST", `${PATH}/n8n/test`);
    expect([tested.status, tested.body.error?.code]).toEqual([409, "CONFLICT"]);
    const { data } = await admin.get(PATH);
    expect(data.integrations.find((one: { kind: string }) => one.kind === "n8n")!.last_test).toBeNull();
  });

  test("reports an unreachable or forbidden address", async () => {
    await setUp("n8n", { instance_address: "http://127.0.0.1:1" });
    expect(await lastTest("n8n")).toMatchObject({ problem: "wrong_address" });
    await setUp("n8n", { instance_address: "http://127.0.0.1:9" + "999" });
    expect(await lastTest("n8n")).toMatchObject({ problem: "unreachable" });
    await setUp("n8n", { instance_address: "http://169.254.169.254" });
    expect(await lastTest("n8n")).toMatchObject({ problem: "wrong_address" });
  });
});

test("repeated failures of an integration are recorded once, until it works", async () => {
  await setUp("slack", SLACK);
  const failed = { ok: false, problem: "bad_credentials", detail: "revoked" } as const;
  const use = (result: typeof failed | { ok: true; detail: string }) =>
    product.orm.em
      .fork()
      .transactional((em) =>
        recordIntegrationUse({ em, actor: null, clock: systemClock, events: [] }, { kind: "slack", result }),
      );
  const answered = () => product.orm.em.fork().count(Event, { kind: "integration.failing" });
  for (const count of [0, 0, 1, 1]) {
    await use(failed);
    expect(await answered()).toBe(count);
  }
  await use({ ok: true, detail: "" });
  for (const count of [1, 1, 2]) {
    await use(failed);
    expect(await answered()).toBe(count);
  }
});

test("removing an integration removes its secrets", async () => {
  await setUp("slack", SLACK);
  expect((await admin.send("DELETE", `${PATH}/slack`)).status).toBe(200);
  expect(await product.orm.em.fork().count(Integration, { kind: "slack" })).toBe(0);
  expect((await admin.send("DELETE", `${PATH}/slack`)).status).toBe(404);
});

test("a key with the scope admin can read integrations, but not change them; others can do neither", async () => {
  const headers = await keyHeaders(admin, { scopes: ["read", "write", "admin"] });
  const { status, data } = await product.anonymous.get(PATH, headers);
  expect([status, data.integrations.length]).toEqual([200, 3]);
  expect((await product.anonymous.send("PUT", `${PATH}/n8n`, n8n(), headers)).status).toBe(403);
  expect((await product.anonymous.get(PATH, await keyHeaders(admin, { scopes: ["read"] }))).status).toBe(403);
  expect((await product.anonymous.get(PATH, await keyHeaders(manager, { scopes: ["read"] }))).status).toBe(
    403,
  );
});

test("two administrators who configure an integration at the same time both succeed, and the later settings count", async () => {
  await admin.send("DELETE", `${PATH}/n8n`);
  const { pending } = await product.orm.em.fork().transactional(async (em) => {
    // Both have found no settings before they write theirs.
    await em.execute("lock table integrations in share mode");
    const first = admin.send("PUT", `${PATH}/n8n`, n8n());
    await untilWaiting(product, 1);
    const second = admin.send("PUT", `${PATH}/n8n`, { ...n8n(), api_token: "a-later-token" });
    await untilWaiting(product, 2);
    return { pending: [first, second] };
  });
  const statuses = (await Promise.all(pending)).map(({ status }) => status);
  expect(statuses).toEqual([200, 200]);
  expect(await product.orm.em.fork().count(Integration, { kind: "n8n" })).toBe(1);
});
