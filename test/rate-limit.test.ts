import { describe, expect, test } from "@jest/globals";
import { narrow } from "../platform/rates/rate-windows.ts";
import { startApi } from "../api/start-api.ts";
import { systemClock } from "../platform/clock.ts";
import { newId } from "../platform/ids.ts";
import { createLogger } from "../platform/logger.ts";
import { createKey } from "./support/api-keys.ts";
import { atOnce } from "./support/at-once.ts";
import { createApiClient, type ApiClient } from "./support/api-client.ts";
import { exactCounts } from "./support/exact-counts.ts";
import { PASSWORD } from "./support/people.ts";
import type { SignedIn } from "./support/product.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";
import { startProductForFile } from "./support/product-for-file.ts";

const logger = createLogger("test", "silent");
/** SIGN_IN_PER_MINUTE per user, thirty times as many per address. */
const ADDRESS_LIMIT = 90;

const environment = { SIGN_IN_PER_MINUTE: "3", TRUSTED_PROXIES: "1" };
const product = await startProductForFile({ environment, counts: exactCounts });
const config = { ...product.config, PORT: 0 };
const second = await stopAfterAll(startApi(config, logger, systemClock, exactCounts(config, logger)));
const other = (token?: string) => createApiClient(`http://127.0.0.1:${second.port}`, token);

/** Answered without the database. */
const COUNTED = "/.well-known/oauth-authorization-server";

let addresses = 0;
/** An address not used before. */
const someAddress = () => ({ "x-forwarded-for": `198.51.100.${++addresses}` });
const signIn = () => product.signIn("customer");
const remaining = (answer: { headers: Headers }) => Number(answer.headers.get("x-ratelimit-remaining"));

async function keyOf(person: SignedIn, restrictions: object): Promise<string> {
  return (await createKey(person, { restrictions })).api_key;
}

describe("the gateway's limit", () => {
  test("is shared by two processes on one database", async () => {
    const headers = someAddress();
    const [one, two] = [product.anonymous, other()];
    const left = [];
    for (let i = 0; i < 3; i++)
      left.push(remaining(await one.get(COUNTED, headers)), remaining(await two.get(COUNTED, headers)));
    expect(left).toEqual([999, 998, 997, 996, 995, 994]);
  });

  test("counts each of many requests at once, in both processes", async () => {
    const headers = someAddress();
    const clients = [product.anonymous, other()];
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) => clients[i % 2]!.get(COUNTED, headers)),
    );
    expect(new Set(answers.map(remaining)).size).toBe(200);
    expect(Math.min(...answers.map(remaining))).toBe(800);
  });

  test("counts per token subject, whatever the address", async () => {
    const person = await signIn();
    const first = remaining(await person.get(COUNTED, someAddress()));
    expect(remaining(await other(person.token).get(COUNTED, someAddress()))).toBe(first - 1);
  });

  test("counts the addresses of an IPv6 network, all of which one caller can use, as one", async () => {
    const left = [];
    for (const address of ["2001:db8:77:1::1", "2001:db8:77:1:ffff::2", "2001:db8:77:2::1"])
      left.push(remaining(await product.anonymous.get(COUNTED, { "x-forwarded-for": address })));
    expect(left).toEqual([999, 998, 999]);
  });

  test("is reported on every kind of response, in both header formats, for the stricter window", async () => {
    const person = await signIn();
    for (const path of [COUNTED, "/api/v1/nowhere", "/api/v1/projects?limit=0"]) {
      const { headers } = await person.get(path);
      expect(headers.get("ratelimit-policy")).toBe('"minute";q=1000;w=60, "hour";q=10000;w=3600');
      expect(headers.get("ratelimit")).toBe(
        `"minute";r=${headers.get("x-ratelimit-remaining")};t=${/t=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1]}`,
      );
      expect(headers.get("x-ratelimit-limit")).toBe("1000");
      const reset = Number(headers.get("x-ratelimit-reset"));
      // The time at which all current counts expire.
      expect(reset % 5).toBe(0);
      expect(reset * 1_000 - Date.now()).toBeGreaterThan(59_000);
      expect(reset * 1_000 - Date.now()).toBeLessThanOrEqual(66_000);
    }
  });
});

test("health probes are neither counted nor refused, whatever else their address sends", async () => {
  const headers = someAddress();
  // Not all at once: on a busy machine, the system resets some of a thousand new connections.
  let sent = 0;
  const answers = await atOnce(1_100, () =>
    product.anonymous.get(sent++ % 11 === 0 ? "/api/ready" : "/api/health", headers),
  );
  expect(answers.filter(({ status }) => status === 429)).toEqual([]);
  expect(new Set(answers.map(remaining))).toEqual(new Set([1_000]));
  expect(remaining(await product.anonymous.get(COUNTED, headers))).toBe(999);
});

describe("a key's own limit", () => {
  test("refuses that key in every process, and no one else", async () => {
    const person = await signIn();
    const key = await keyOf(person, { rate_limit: { per_minute: 4 } });
    const call = (client: ApiClient) => client.get("/api/v1/users/me", { "x-api-key": key });
    const statuses = [];
    for (const client of [product.anonymous, other(), product.anonymous, other(), product.anonymous])
      statuses.push((await call(client)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
    const refused = await call(other());
    expect(refused.body.error).toMatchObject({ code: "RATE_LIMITED", details: { limit: 4, remaining: 0 } });
    expect(refused.headers.get("ratelimit-policy")).toContain('"minute";q=4;w=60');
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(66);
    expect((await person.get("/api/v1/users/me")).status).toBe(200);
  });

  test("reports the hourly limit if it is stricter", async () => {
    const key = await keyOf(await signIn(), { rate_limit: { per_hour: 5 } });
    const { headers } = await product.anonymous.get(COUNTED, { "x-api-key": key });
    expect(headers.get("x-ratelimit-limit")).toBe("5");
    expect(headers.get("ratelimit")).toMatch(/^"hour";r=4;t=\d+$/);
    expect(Number(headers.get("x-ratelimit-reset")) % 300).toBe(0);
  });

  test("does not extend the gateway's", () => {
    const gateway = { perMinute: 1_000, perHour: 10_000 };
    expect(narrow(gateway, { perMinute: 5_000, perHour: 20 })).toEqual({ perMinute: 1_000, perHour: 20 });
    expect(narrow(gateway, undefined)).toEqual(gateway);
  });
});

describe("signing in", () => {
  const logIn = (
    email: string,
    password: string,
    headers: Record<string, string>,
    client = product.anonymous,
  ) => client.send("POST", "/api/v1/auth/login", { email, password }, headers);

  test("is limited per account and address in all processes, without locking out its owner elsewhere", async () => {
    const { email } = await signIn();
    const attacker = someAddress();
    const statuses = [];
    for (let i = 0; i < 4; i++)
      statuses.push(
        (await logIn(email, "wrong", attacker, i % 2 === 0 ? product.anonymous : other())).status,
      );
    expect(statuses).toEqual([401, 401, 401, 429]);
    const refused = await logIn(email.toUpperCase(), PASSWORD, attacker);
    expect([refused.status, refused.headers.get("x-ratelimit-limit")]).toEqual([429, "3"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await logIn(email, PASSWORD, someAddress())).status).toBe(200);
  });

  test("is limited per address for all accounts", async () => {
    const headers = someAddress();
    const guess = async () => (await logIn(`nobody-${newId()}@example.com`, "wrong", headers)).status;
    expect(new Set(await atOnce(ADDRESS_LIMIT, guess))).toEqual(new Set([401]));
    expect(await guess()).toBe(429);
  });

  test("continues behind an address with an attacker for users who signed in from there before", async () => {
    const [stranger, regular] = [await signIn(), await signIn()];
    const headers = someAddress();
    expect((await logIn(regular.email, PASSWORD, headers)).status).toBe(200);
    await atOnce(ADDRESS_LIMIT + 5, () => logIn(`nobody-${newId()}@example.com`, "wrong", headers));
    expect((await logIn(stranger.email, PASSWORD, headers)).status).toBe(429);
    expect((await logIn(stranger.email, PASSWORD, someAddress())).status).toBe(200);
    const statuses = [];
    for (const client of [product.anonymous, other()])
      statuses.push((await logIn(regular.email, PASSWORD, headers, client)).status);
    for (let i = 0; i < 4; i++) statuses.push((await logIn(regular.email, "wrong", headers)).status);
    expect(statuses).toEqual([200, 200, 401, 401, 401, 429]);
  });

  test("does not count correct passwords", async () => {
    const [{ email }, headers] = [await signIn(), someAddress()];
    for (let i = 0; i < 8; i++) expect((await logIn(email, PASSWORD, headers)).status).toBe(200);
  });

  test("is slowed down, not locked, under an attack from many addresses", async () => {
    const { email } = await signIn();
    for (let i = 0; i < 12; i++) await logIn(email, "wrong", someAddress());
    const start = performance.now();
    expect((await logIn(email, PASSWORD, someAddress())).status).toBe(200);
    expect(performance.now() - start).toBeGreaterThan(300);
  });

  test("stores no e-mail address in the counters", async () => {
    const { email } = await signIn();
    const rows = await product.orm.em
      .fork()
      .execute<{ subject: string }[]>("select subject from rate_counters");
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(email);
  });

  const postForm = async (path: string, fields: Record<string, string>, headers: Record<string, string>) =>
    (await product.anonymous.fetch(path, { method: "POST", headers, body: new URLSearchParams(fields) }))
      .status;

  test.each(["/device", "/oauth/authorize"])("is limited on the page %s", async (path) => {
    const { email } = await signIn();
    const attacker = someAddress();
    const fields = { action: "sign-in", email, password: "wrong" };
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push(await postForm(path, fields, attacker));
    expect(statuses).toEqual([400, 400, 400, 429]);
    expect((await logIn(email, PASSWORD, attacker)).status).toBe(429);
    expect((await logIn(email, PASSWORD, someAddress())).status).toBe(200);
  });

  test("is not counted for consent, but for entering a device's code", async () => {
    const [person, guesser] = [someAddress(), someAddress()];
    const consents = await atOnce(ADDRESS_LIMIT + 1, () =>
      postForm("/oauth/authorize", { action: "allow" }, person),
    );
    expect(new Set(consents)).toEqual(new Set([400]));
    const guess = () => postForm("/device", { action: "allow" }, guesser);
    expect(new Set(await atOnce(ADDRESS_LIMIT, guess))).toEqual(new Set([400]));
    expect(await guess()).toBe(429);
  });

  test("has the same limits for forgotten, reset and changed passwords", async () => {
    const person = await signIn();
    const send = async (path: string, body: object, headers = someAddress(), client: ApiClient = person) =>
      (await client.send("POST", `/api/v1/auth/${path}`, body, headers)).status;
    const four = async (path: string, body: object) => {
      const headers = someAddress();
      const statuses = [];
      for (let i = 0; i < 4; i++) statuses.push(await send(path, body, headers));
      return statuses;
    };
    expect(await four("password/forgot", { email: person.email })).toEqual([202, 202, 202, 429]);
    const change = { current_password: "wrong", new_password: "seven green bottles on a wall" };
    expect(await four("password", change)).toEqual([400, 400, 400, 429]);
    expect(await send("password", change)).toBe(400);
    expect(await four("totp", { password: "wrong" })).toEqual([400, 400, 400, 429]);
    const headers = someAddress();
    const reset = { token: "nobody's", new_password: "seven green bottles on a wall" };
    const guesses = await atOnce(ADDRESS_LIMIT, () => send("password/reset", reset, headers));
    expect(new Set(guesses)).toEqual(new Set([400]));
    expect(await send("password/reset", reset, headers)).toBe(429);
  });

  test("by refresh token is limited per address, counting failures only", async () => {
    const headers = someAddress();
    const refresh = (refresh_token: string) =>
      product.anonymous.send("POST", "/api/v1/auth/refresh", { refresh_token }, headers);
    const { data } = await logIn((await signIn()).email, PASSWORD, someAddress());
    const statuses = await atOnce(ADDRESS_LIMIT, async () => (await refresh("x")).status);
    expect(new Set(statuses)).toEqual(new Set([401]));
    expect((await refresh("x")).status).toBe(429);
    let token = data.tokens.refresh_token;
    for (let i = 0; i < 5; i++) {
      const refreshed = await refresh(token);
      expect(refreshed.status).toBe(200);
      token = refreshed.data.refresh_token;
    }
  });
});
