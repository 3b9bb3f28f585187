import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { createCounter } from "../api/gateway/rate-limit.ts";
import { narrow, tighterOf } from "../api/gateway/rate-windows.ts";
import { createSharedCounts, type SharedCounts } from "../api/gateway/shared-counts.ts";
import { startApi } from "../api/start-api.ts";
import { systemClock } from "../platform/clock.ts";
import { newId } from "../platform/ids.ts";
import { createLogger } from "../platform/logger.ts";
import { createApiClient, type ApiClient } from "./support/api-client.ts";
import { PASSWORD } from "./support/people.ts";
import { startProduct, type Product, type SignedIn } from "./support/product.ts";

const logger = createLogger("test", "silent");
let product: Product;
let second: { port: number; stop(): Promise<void> };
let other: (token?: string) => ApiClient;

beforeAll(async () => {
  product = await startProduct({ environment: { SIGN_IN_PER_MINUTE: "3", TRUSTED_PROXIES: "1" } });
  second = await startApi({ ...product.config, PORT: 0 }, logger);
  other = (token) => createApiClient(`http://127.0.0.1:${second.port}`, token);
});
afterAll(async () => {
  await second.stop();
  await product.stop();
});

/** Tests that count must not begin just before a window ends. */
async function soonAfterTheMinuteBegan(): Promise<void> {
  const left = 60_000 - (Date.now() % 60_000);
  if (left < 5_000) await new Promise((resolve) => setTimeout(resolve, left + 100));
}

let addresses = 0;
/** An address nobody used before. */
const someAddress = () => ({ "x-forwarded-for": `198.51.100.${++addresses}` });
const signIn = () => product.signIn("customer");
const remaining = (answer: { headers: Headers }) => Number(answer.headers.get("x-ratelimit-remaining"));

async function keyOf(person: SignedIn, restrictions: object): Promise<string> {
  const { body } = await person.send("POST", "/api/v1/api-keys", { name: "A key", restrictions });
  return (body as unknown as { api_key: string }).api_key;
}

describe("the gateway's limit", () => {
  test("is shared by two processes on one database", async () => {
    await soonAfterTheMinuteBegan();
    const headers = someAddress();
    const [one, two] = [product.anonymous, other()];
    const left = [];
    for (let i = 0; i < 3; i++)
      left.push(
        remaining(await one.get("/api/health", headers)),
        remaining(await two.get("/api/health", headers)),
      );
    expect(left).toEqual([999, 998, 997, 996, 995, 994]);
  });

  test("counts each of many requests at once, in both processes", async () => {
    await soonAfterTheMinuteBegan();
    const headers = someAddress();
    const clients = [product.anonymous, other()];
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) => clients[i % 2]!.get("/api/health", headers)),
    );
    expect(new Set(answers.map(remaining)).size).toBe(200);
    expect(Math.min(...answers.map(remaining))).toBe(800);
  });

  test("counts per token subject, whatever the address", async () => {
    const person = await signIn();
    const first = remaining(await person.get("/api/health", someAddress()));
    expect(remaining(await other(person.token).get("/api/health", someAddress()))).toBe(first - 1);
  });

  test("says so on every kind of answer, in both spellings, for the tighter window", async () => {
    const person = await signIn();
    for (const path of ["/api/health", "/api/v1/nowhere", "/api/v1/projects?limit=0"]) {
      const { headers } = await person.get(path);
      expect(headers.get("ratelimit-policy")).toBe('"minute";q=1000;w=60, "hour";q=10000;w=3600');
      expect(headers.get("ratelimit")).toBe(
        `"minute";r=${headers.get("x-ratelimit-remaining")};t=${/t=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1]}`,
      );
      expect(headers.get("x-ratelimit-limit")).toBe("1000");
      const reset = Number(headers.get("x-ratelimit-reset"));
      expect(reset % 60).toBe(0);
      expect(reset * 1_000 - Date.now()).toBeLessThanOrEqual(61_000);
    }
  });
});

describe("a key's own limit", () => {
  test("refuses that key in every process, and nobody else", async () => {
    await soonAfterTheMinuteBegan();
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
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(60);
    expect((await person.get("/api/v1/users/me")).status).toBe(200);
  });

  test("reports the hour when that is tighter", async () => {
    const key = await keyOf(await signIn(), { rate_limit: { per_hour: 5 } });
    const { headers } = await product.anonymous.get("/api/health", { "x-api-key": key });
    expect(headers.get("x-ratelimit-limit")).toBe("5");
    expect(headers.get("ratelimit")).toMatch(/^"hour";r=4;t=\d+$/);
    expect(Number(headers.get("x-ratelimit-reset")) % 3_600).toBe(0);
  });

  test("does not widen the gateway's", () => {
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

  test("is limited per account and address, in all processes, and its owner gets in from elsewhere", async () => {
    await soonAfterTheMinuteBegan();
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

  test("is limited per address over all accounts", async () => {
    await soonAfterTheMinuteBegan();
    const headers = someAddress();
    const statuses = [];
    for (let i = 0; i < 19; i++)
      statuses.push((await logIn(`nobody-${newId()}@example.com`, "wrong", headers)).status);
    expect(statuses).toEqual([...Array.from({ length: 18 }, () => 401), 429]);
  });

  test("attacked from many addresses is slowed, not locked", async () => {
    await soonAfterTheMinuteBegan();
    const { email } = await signIn();
    for (let i = 0; i < 12; i++) await logIn(email, "wrong", someAddress());
    const start = performance.now();
    expect((await logIn(email, PASSWORD, someAddress())).status).toBe(200);
    expect(performance.now() - start).toBeGreaterThan(300);
  });

  test("keeps no e-mail address in the counters", async () => {
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
    await soonAfterTheMinuteBegan();
    const { email } = await signIn();
    const attacker = someAddress();
    const fields = { action: "sign-in", email, password: "wrong" };
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push(await postForm(path, fields, attacker));
    expect(statuses).toEqual([400, 400, 400, 429]);
    expect((await logIn(email, PASSWORD, attacker)).status).toBe(429);
    expect((await logIn(email, PASSWORD, someAddress())).status).toBe(200);
  });

  test("is not spent by consent, but by naming the code of a device", async () => {
    await soonAfterTheMinuteBegan();
    const [person, guesser] = [someAddress(), someAddress()];
    const consents = [];
    for (let i = 0; i < 19; i++)
      consents.push(await postForm("/oauth/authorize", { action: "allow" }, person));
    expect(new Set(consents)).toEqual(new Set([400]));
    const guesses = [];
    for (let i = 0; i < 19; i++) guesses.push(await postForm("/device", { action: "allow" }, guesser));
    expect(guesses).toEqual([...Array<number>(18).fill(400), 429]);
  });

  test("is limited alike where passwords are forgotten, reset and changed", async () => {
    await soonAfterTheMinuteBegan();
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
    for (let i = 0; i < 18; i++) expect(await send("password/reset", reset, headers)).toBe(400);
    expect(await send("password/reset", reset, headers)).toBe(429);
  });

  test("by refresh token is limited per address", async () => {
    await soonAfterTheMinuteBegan();
    const headers = someAddress();
    const statuses = [];
    for (let i = 0; i < 19; i++)
      statuses.push(
        (await product.anonymous.send("POST", "/api/v1/auth/refresh", { refresh_token: "x" }, headers))
          .status,
      );
    expect(new Set(statuses.slice(0, 18))).toEqual(new Set([401]));
    expect(statuses[18]).toBe(429);
  });
});

describe("counting", () => {
  const limits = { perMinute: 3, perHour: 100 };
  const clock = { now: () => new Date("2026-01-05T10:00:30Z") };

  test("goes on in this process while the database is away", async () => {
    const away = createSharedCounts({ DATABASE_URL: "postgres://nobody@127.0.0.1:9/none" }, logger);
    const count = createCounter(away, clock);
    const start = performance.now();
    const left = [];
    for (let i = 0; i < 50; i++) left.push(tighterOf(await count("a", limits), limits));
    expect(performance.now() - start).toBeLessThan(1_000);
    expect(left.slice(0, 4).map((state) => [state.remaining, state.exceeded])).toEqual([
      [2, false],
      [1, false],
      [0, false],
      [0, true],
    ]);
    expect(tighterOf(await count("b", limits), limits).remaining).toBe(2);
    await away.stop();
  });

  test("goes on from what all processes had counted when the database goes away", async () => {
    const minute = Math.floor(clock.now().getTime() / 60_000);
    const hour = Math.floor(minute / 60);
    let answer: Awaited<ReturnType<SharedCounts["hit"]>> = { minute, minuteCount: 3, hour, hourCount: 3 };
    const count = createCounter({ hit: () => Promise.resolve(answer), stop: () => Promise.resolve() }, clock);
    expect(tighterOf(await count("a", limits), limits).exceeded).toBe(false);
    answer = null;
    expect(tighterOf(await count("a", limits), limits).exceeded).toBe(true);
  });

  test("starts anew with each window and drops what an hour ago was counted", async () => {
    const em = product.orm.em.fork();
    await em.execute("insert into rate_counters values ('old', 0, 5, 0, 5), ('mine', 0, 5, 0, 5)");
    const shared = createSharedCounts(product.config, logger);
    const counts = (await shared.hit("mine"))!;
    expect([counts.minuteCount, counts.hourCount]).toEqual([1, 1]);
    expect(Math.abs(counts.minute - systemClock.now().getTime() / 60_000)).toBeLessThan(2);
    await shared.stop();
    expect(await em.execute("select 1 from rate_counters where subject = 'old'")).toEqual([]);
  });

  test("reports a window that refuses before one that does not, and else the one with less left", () => {
    const numbers = fc.nat({ max: 30 });
    fc.assert(
      fc.property(numbers, numbers, numbers, numbers, (minuteCount, hourCount, perMinute, perHour) => {
        const state = tighterOf({ minute: 1, minuteCount, hour: 1, hourCount }, { perMinute, perHour });
        expect(state.exceeded).toBe(minuteCount > perMinute || hourCount > perHour);
        const left = Math.max(0, Math.min(perMinute - minuteCount, perHour - hourCount));
        expect(state.remaining).toBe(left);
      }),
    );
  });
});
