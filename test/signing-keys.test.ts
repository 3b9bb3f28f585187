import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, test } from "@jest/globals";
import { decodeProtectedHeader } from "jose";
import { pino } from "pino";
import { createSigningKeyActivities } from "../activities/identity/signing-key.activities.ts";
import { startApi } from "../api/start-api.ts";
import { Event } from "../domain/events/event.entity.ts";
import { SigningKey } from "../domain/identity/signing-key.entity.ts";
import { systemClock } from "../platform/clock.ts";
import { createLogger } from "../platform/logger.ts";
import { createVerifyToken, type VerifyToken } from "../retrieval/server/verify-token.ts";
import { serveLocally } from "../testkit/serve-locally.ts";
import { dependenciesOf } from "./support/dependencies-of.ts";
import { createApiClient, type ApiClient } from "./support/api-client.ts";
import { PASSWORD, createPerson } from "./support/people.ts";
import { waitFor } from "./support/wait-for.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";
import { startProductForFile } from "./support/product-for-file.ts";

interface LogLine {
  level: number;
  msg: string;
}

/** The level of pino. */
const ERROR = 50;

/** The log of the first API process. */
const lines: LogLine[] = [];
const write = (line: string) => void lines.push(JSON.parse(line) as LogLine);
const product = await startProductForFile({ logger: pino({ level: "warn" }, { write }) });
// The two processes make the keys, as they do in a new installation.
await product.orm.em.fork().nativeDelete(SigningKey, {});
const second = await stopAfterAll(startApi({ ...product.config, PORT: 0 }, createLogger("test", "silent")));
const person = await createPerson(product.orm, "customer");
/** Two API processes on one database. */
const processes = [product.anonymous, createApiClient(`http://127.0.0.1:${second.port}`)];
const { encryptionKey } = product.config;
const activities = createSigningKeyActivities({ orm: product.orm, clock: systemClock, encryptionKey });

async function logIn(client: ApiClient): Promise<{ access: string; refresh: string; kid: string }> {
  const { data } = await client.send("POST", "/api/v1/auth/login", {
    email: person.email,
    password: PASSWORD,
  });
  const { access_token: access, refresh_token: refresh } = data.tokens;
  return { access, refresh, kid: decodeProtectedHeader(access).kid! };
}
const statusOf = async (client: ApiClient, access: string): Promise<number> =>
  (await client.get("/api/v1/users/me", { authorization: `Bearer ${access}` })).status;
const statuses = (access: string) => Promise.all(processes.map((client) => statusOf(client, access)));
const published = async (client: ApiClient): Promise<string[]> => {
  const { keys } = (await client.get("/.well-known/jwks.json")).body as unknown as {
    keys: { kid: string }[];
  };
  return keys.map(({ kid }) => kid).toSorted();
};
const rotate = async () => (await activities.rotateSigningKey(await activities.currentSigningKey()))!;
/** Waits until both processes sign with the key. */
const untilSigned = (kid: string) =>
  waitFor(
    async () => [await logIn(processes[0]!), await logIn(processes[1]!)],
    (tokens) => tokens.every((token) => token.kid === kid),
  );
const OTHER_KEY = Buffer.alloc(32, 1).toString("base64");
const rotateByCommand = async (variables: Record<string, string>, ...args: string[]) => {
  const env = { ...process.env, DATABASE_URL: product.config.DATABASE_URL, ...variables };
  const { stdout } = await promisify(execFile)(process.execPath, ["dev/rotate-keys.ts", ...args], { env });
  const [, current, next] = /Signing with (\S+); next comes (\S+)\.\n/.exec(stdout)!;
  return { current: current!, next: next! };
};

describe("a planned rotation", () => {
  test("keeps every valid token valid, and reaches both processes", async () => {
    const before = await logIn(processes[0]!);
    const { retired, current, next } = await rotate();
    expect(retired).toEqual([before.kid]);
    const [one, two] = await untilSigned(current);
    for (const { access } of [before, one!, two!]) expect(await statuses(access)).toEqual([200, 200]);
    for (const client of processes)
      expect(await published(client)).toEqual([before.kid, current, next].toSorted());
  });

  test("signs with a key that was published before", async () => {
    const known = await published(processes[0]!);
    const { current } = await rotate();
    expect(known).toContain(current);
    await untilSigned(current);
  });

  test("deletes the private part of a retired key, and publishes it until its last token has expired", async () => {
    const { kid, access } = await logIn(processes[0]!);
    const before = Date.now();
    const { current } = await rotate();
    const em = product.orm.em.fork();
    const key = await em.findOneOrFail(SigningKey, { id: kid });
    expect([key.status, key.sealedPrivateJwk]).toEqual(["retired", null]);
    expect(key.publishedUntil!.getTime() - before).toBeGreaterThanOrEqual(3_600_000);
    await untilSigned(current);
    expect(await statuses(access)).toEqual([200, 200]);
    key.publishedUntil = new Date(Date.now() - 1);
    await em.flush();
    await waitFor(
      () => statuses(access),
      (answers) => answers.every((status) => status === 401),
    );
    for (const client of processes) expect(await published(client)).not.toContain(kid);
  });

  test("happens once if its step is repeated, and once for concurrent ones", async () => {
    const kid = await activities.currentSigningKey();
    const answers = await Promise.all(Array.from({ length: 5 }, () => activities.rotateSigningKey(kid)));
    expect(answers.filter((answer) => answer !== null)).toHaveLength(1);
    const em = product.orm.em.fork();
    expect(await em.count(SigningKey, { status: "current" })).toBe(1);
    expect(await em.count(SigningKey, { status: "next" })).toBe(1);
  });

  test("is recorded", async () => {
    const { retired, current, next } = await rotate();
    const event = await product.orm.em.fork().findOneOrFail(Event, { subjectId: current });
    expect(event.kind).toBe("signing_key.rotated");
    expect(event.data).toEqual({ retired, current, next, reason: "planned" });
  });
});

describe("npm run keys:rotate", () => {
  test("rotates as planned", async () => {
    const next = (await product.orm.em.fork().findOneOrFail(SigningKey, { status: "next" })).id;
    const before = await logIn(processes[0]!);
    const { current } = await rotateByCommand({});
    expect(current).toBe(next);
    await untilSigned(current);
    expect(await statuses(before.access)).toEqual([200, 200]);
  });

  test("--now invalidates every access token in every process; refresh tokens stay valid", async () => {
    const before = await logIn(processes[0]!);
    const old = await published(processes[0]!);
    const { current, next } = await rotateByCommand({}, "--now");
    expect(old).not.toContain(current);
    await waitFor(
      () => statuses(before.access),
      (answers) => answers.every((status) => status === 401),
    );
    for (const client of processes) expect(await published(client)).toEqual([current, next].toSorted());
    const refreshed = await processes[1]!.send("POST", "/api/v1/auth/refresh", {
      refresh_token: before.refresh,
    });
    expect(await statuses(refreshed.data.access_token)).toEqual([200, 200]);
  });

  test.each([[[]], [["--now"]]])(
    "%j does nothing with another ENCRYPTION_KEY than the API's",
    async (args: string[]) => {
      const kid = await activities.currentSigningKey();
      await expect(rotateByCommand({ ENCRYPTION_KEY: OTHER_KEY }, ...args)).rejects.toMatchObject({
        stderr: expect.stringMatching(/^ENCRYPTION_KEY is not the one .*--new-encryption-key.*\n$/),
      });
      expect(await activities.currentSigningKey()).toBe(kid);
    },
    30_000,
  );
});

describe("with another ENCRYPTION_KEY than the one that encrypted the keys", () => {
  const readiness = async (client: ApiClient) => (await dependenciesOf(client)).all["signing_keys"]!.status;
  const untilReadiness = (keys: string) =>
    waitFor(
      () => Promise.all(processes.map(readiness)),
      (all) => all.every((one) => one === keys),
    );
  /** How often the keys have been read, by any process. */
  const readings = async (): Promise<number> => {
    const [row] = await product.orm.em
      .fork()
      .execute<{ n: number }[]>(
        "select (seq_scan + coalesce(idx_scan, 0))::int as n from pg_stat_user_tables where relname = 'signing_keys'",
      );
    return row!.n;
  };
  const errors = () => lines.filter(({ level }) => level >= ERROR).map(({ msg }) => msg.split(":")[0]);

  test("an API does not sign with cached keys, and logs it once, until keys are replaced", async () => {
    const { access } = await logIn(processes[0]!);
    await rotateByCommand({ ENCRYPTION_KEY: OTHER_KEY }, "--new-encryption-key");
    await untilReadiness("down");
    for (const client of processes) {
      const credentials = { email: person.email, password: PASSWORD };
      expect((await client.send("POST", "/api/v1/auth/login", credentials)).status).toBe(503);
      expect(await statusOf(client, access)).toBe(503);
    }
    // Each process reloads the keys several times.
    const before = await readings();
    await waitFor(readings, (count) => count >= before + 3 * processes.length);
    expect(errors()).toEqual(["no one can sign in"]);
    const { current } = await rotateByCommand({}, "--new-encryption-key");
    await untilReadiness("up");
    await untilSigned(current);
  });
});

describe("the search service", () => {
  const accepts = (verify: VerifyToken, token: string): Promise<boolean> =>
    verify(`Bearer ${token}`).then(
      () => true,
      () => false,
    );

  /** A proxy between the service and the API that records requests. */
  async function serveBetween(): Promise<{ url: string; requests: () => number; stop: () => Promise<void> }> {
    let requests = 0;
    const { url, stop } = await serveLocally((request, response) => {
      requests++;
      void fetch(`${product.config.backendUrl}${request.url}`)
        .then((answer) => answer.text())
        .then((text) => response.end(text));
    });
    return { url, requests: () => requests, stop };
  }

  test("accepts tokens of a new key without a restart, and does not reload for each forged one", async () => {
    const { issuer, audience } = product.config;
    const between = await serveBetween();
    const verify = createVerifyToken({ backendUrl: between.url, issuer, audience });
    const before = await logIn(processes[0]!);
    expect(await accepts(verify, before.access)).toBe(true);
    const { current } = await rotateByCommand({}, "--now");
    const [after] = await untilSigned(current);
    await waitFor(
      () => accepts(verify, after!.access),
      (accepted) => accepted,
    );
    const requests = between.requests();
    const [, payload, signature] = after!.access.split(".");
    const header = Buffer.from(JSON.stringify({ alg: "RS256", typ: "at+jwt", kid: "no such key" }));
    const forged = `${header.toString("base64url")}.${payload}.${signature}`;
    for (let i = 0; i < 50; i++) expect(await accepts(verify, forged)).toBe(false);
    expect(between.requests() - requests).toBeLessThan(50);
    await between.stop();
  });
});
