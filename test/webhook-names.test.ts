import { expect, test } from "@jest/globals";
import { Webhook } from "../domain/webhooks/webhook.entity.ts";
import { keyHeaders } from "./support/api-keys.ts";
import { startNameServer } from "./support/name-server.ts";
import { waitFor } from "./support/wait-for.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";
import { startProductForFile } from "./support/product-for-file.ts";

const HOOKS = "/api/v1/webhooks";

const names = await stopAfterAll(startNameServer({ "hooks.example": ["93.184.216.34"] }));
const environment = { NAME_SERVERS: names.address, WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8" };
const product = await startProductForFile({ environment });
const customer = await product.signIn("customer");

const create = (url: string, who = customer) => who.send("POST", HOOKS, { url, events: ["finding.created"] });
const openTransactions = async (): Promise<number> => {
  const [row] = await product.orm.em
    .fork()
    .execute<{ count: number }[]>(
      "select count(*)::int as count from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
    );
  return row!.count;
};

test("a slow name look-up holds no transaction, and look-ups per caller are limited", async () => {
  let pending = 0;
  const slow = Array.from({ length: 14 }, async (_, at) => {
    pending += 1;
    const { status, headers } = await create(`https://silent-${at}.example/`);
    pending -= 1;
    return { status, hasRetryAfter: headers.has("retry-after") };
  });
  await waitFor(
    () => Promise.resolve(new Set(names.requests.filter((name) => name.startsWith("silent")))),
    (lookUps) => lookUps.size >= 4,
    10_000,
  );
  expect(await openTransactions()).toBe(0);
  const other = await product.signIn("customer");
  expect((await create("https://hooks.example/", other)).status).toBe(201);
  expect(pending).toBeGreaterThan(3);
  expect(new Set(names.requests.filter((name) => name.startsWith("silent"))).size).toBe(4);
  const ended = await Promise.all(slow);
  const refused = ended.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.every(({ hasRetryAfter }) => hasRetryAfter)).toBe(true);
  expect(ended.every(({ status }) => [400, 429, 503].includes(status))).toBe(true);
});

test("a webhook whose receiver is gone can be changed by who sends its URL back, but not get such a URL", async () => {
  const other = await product.signIn("customer");
  const { data } = await create("https://hooks.example/", other);
  const url = "https://gone.example/";
  await product.orm.em.fork().nativeUpdate(Webhook, { id: data.id }, { url });
  const change = (body: object) => other.send("PUT", `${HOOKS}/${data.id}`, body);
  const changed = await change({ url, active: false });
  expect([changed.status, changed.data?.active]).toEqual([200, false]);
  expect((await change({ url: "https://gone.example/other" })).status).toBe(400);
});

test("unauthorised callers cause no name look-up", async () => {
  const headers = await keyHeaders(customer, { scopes: ["read"] });
  const wanted = { url: "https://forbidden.example/", events: ["*"] };
  const refused = await product.anonymous.send("POST", HOOKS, wanted, headers);
  expect(refused.status).toBe(403);
  expect(names.requests).not.toContain("forbidden.example");
});

test("no webhook can reach a server of this installation", async () => {
  const servers = [
    new URL(product.config.DATABASE_URL).port,
    new URL(product.config.ELASTICSEARCH_URL).port,
    product.config.TEMPORAL_ADDRESS.split(":")[1]!,
  ];
  for (const port of servers) {
    const { status, body } = await create(`http://127.0.0.1:${port}/`);
    expect([status, body.error.details["error"]]).toEqual([400, "is a server of this service"]);
  }
});
