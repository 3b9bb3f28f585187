import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Response } from "express";
import { createBrowserCookies } from "../api/identity/oauth/browser/browser-cookie.ts";
import type { RouteContext } from "../api/route.ts";
import { freePort } from "../testkit/free-port.ts";
import { replaceBuiltInKey } from "../dev/stack/replace-built-in-key.ts";
import { entities } from "../domain/entities.ts";
import { Webhook } from "../domain/webhooks/webhook.entity.ts";
import { webhookSecretContext } from "../domain/webhooks/webhook-secret.ts";
import { ensureSigningKeys } from "../domain/identity/signing-key.commands.ts";
import { User } from "../domain/users/user.entity.ts";
import { open, seal as sealWith } from "../platform/crypto/crypto.ts";
import { BUILT_IN_KEY } from "../platform/crypto/built-in-key.ts";
import { systemClock } from "../platform/clock.ts";
import { newId } from "../platform/ids.ts";
import { createOrm, type Orm } from "../platform/database/orm.ts";
import { makeSigningKeyPair } from "../platform/crypto/signing-key-pair.ts";
import { createApiClient } from "./support/api-client.ts";
import { PASSWORD, createPerson, type Person } from "./support/people.ts";
import { createTestDatabase, type TestDatabase } from "./support/test-database.ts";
import { makeTestFolder } from "./support/make-test-folder.ts";

const START_MS = 120_000;
const DATA_DIR = await makeTestFolder();
let database: TestDatabase;
let orm: Orm;
let person: Person;
let origin: string;
let webhookId: string;
let child: ChildProcess;
let output = "";

const seal = (text: string, id: string) => sealWith(BUILT_IN_KEY, text, webhookSecretContext(id));

/** One with an earlier secret that still signs. */
async function createWebhook(): Promise<string> {
  const [em, id, at] = [orm.em.fork(), newId(), new Date()];
  const until = new Date(at.getTime() + 3_600_000).toISOString();
  em.create(Webhook, {
    id,
    owner: person.id,
    url: "https://example.com",
    events: ["*"],
    secret: seal("current", id),
    previousSecrets: [{ secret: seal("earlier", id), until }],
    createdAt: at,
    updatedAt: at,
  });
  await em.flush();
  return id;
}

/** `npm start` on the test servers, with data encrypted with the built-in key. */
beforeAll(async () => {
  database = await createTestDatabase();
  orm = await createOrm({ DATABASE_URL: database.url, DATABASE_POOL: 2 }, entities);
  const ctx = { em: orm.em.fork(), actor: null, clock: systemClock, events: [] };
  await ctx.em.transactional((em) =>
    ensureSigningKeys({ ...ctx, em }, () => makeSigningKeyPair(BUILT_IN_KEY)),
  );
  person = await createPerson(orm, "customer");
  webhookId = await createWebhook();
  const [port, retrievalPort] = [await freePort(), await freePort()];
  origin = `http://127.0.0.1:${port}`;
  const id = newId().slice(-12);
  const variables = {
    NODE_ENV: "development",
    ENCRYPTION_KEY: "",
    DATABASE_URL: database.url,
    DATA_DIR,
    PORT: String(port),
    RETRIEVAL_PORT: String(retrievalPort),
    DEMO_PORT: String(await freePort()),
    ELASTICSEARCH_INDEX_PREFIX: `test-${id}-`,
    TEMPORAL_TASK_QUEUE: `test-${id}`,
    DEMO_PASSWORD: PASSWORD,
  };
  child = spawn(process.execPath, ["dev/start.ts"], {
    env: { ...process.env, ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout!, child.stderr!])
    stream.on("data", (chunk: Buffer) => void (output += chunk.toString("utf8")));
  while (!output.includes("Ctrl-C stops everything"))
    await Promise.race([
      once(child.stdout!, "data"),
      once(child, "exit").then(() => Promise.reject(new Error(output))),
    ]);
}, START_MS);
afterAll(async () => {
  if (child.exitCode === null) {
    child.kill("SIGTERM");
    await once(child, "exit");
  }
  await orm.close();
  await database.drop();
}, START_MS);

const keptKey = (): Buffer => Buffer.from(readFileSync(join(DATA_DIR, "encryption-key"), "utf8"), "base64");

/** The device code page, for a browser whose cookie was signed with the given key. */
async function openSignedWith(key: Buffer): Promise<string> {
  const cookies = createBrowserCookies(key, origin);
  const ctx = { clock: systemClock } as RouteContext;
  const user = await orm.em.fork().findOneOrFail(User, person.id);
  let cookie = "";
  const response = {
    cookie: (name: string, value: string) => void (cookie = `${name}=${value}`),
  };
  cookies.write(response as unknown as Response, cookies.signedIn(ctx, user));
  return (await fetch(`${origin}/device`, { headers: { cookie } })).text();
}

test("a console session forged with the built-in key is refused", async () => {
  expect(await openSignedWith(keptKey())).not.toContain('type="password"');
  expect(await openSignedWith(BUILT_IN_KEY)).toContain('type="password"');
});

test("secrets encrypted with the built-in key are encrypted again, and the product can sign", async () => {
  expect(output).toMatch(/Encrypted 4 secrets with your key/);
  const { status } = await createApiClient(origin).send("POST", "/api/v1/auth/login", {
    email: person.email,
    password: PASSWORD,
  });
  expect(status).toBe(200);
  const encryptionKey = keptKey();
  const { previousSecrets } = await orm.em.fork().findOneOrFail(Webhook, webhookId);
  expect(
    previousSecrets.map(({ secret }) => open(encryptionKey, secret, webhookSecretContext(webhookId))),
  ).toEqual(["earlier"]);
  expect(await replaceBuiltInKey({ DATABASE_URL: database.url, encryptionKey })).toBe(0);
});
