import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { allRoutes, type RouteDeps } from "../api/all-routes.ts";
import { dependenciesOf } from "./support/dependencies-of.ts";
import type { Answer } from "./support/api-client.ts";
import { startOwnPostgres, type OwnPostgres } from "./support/own-postgres.ts";
import { startProduct, type Product, type SignedIn } from "./support/product.ts";
import { waitFor } from "./support/wait-for.ts";

const WRITERS = 40;
const KILLS = 3;
/** Writers that get an error leave the processor to others. */
const BACK_OFF_MS = 20;
/** Far shorter than the hang it must detect, and far longer than normal. */
const SOON_MS = 40_000;

let postgres: OwnPostgres;
let product: Product;
let customer: SignedIn;
beforeAll(async () => {
  postgres = await startOwnPostgres();
  const environment = {
    DATABASE_URL: postgres.url,
    REQUESTS_PER_MINUTE: "1000000",
    REQUESTS_PER_HOUR: "1000000",
  };
  product = await startProduct({ environment, parts: ["worker"] });
  customer = await product.signIn("customer");
}, 180_000);
afterAll(async () => {
  await product.stop();
  await postgres.close();
});

const databaseState = async (): Promise<string> =>
  (await dependenciesOf(product.anonymous)).all["postgres"]!.status;

const createProject = (): Promise<Answer> =>
  customer.send("POST", "/api/v1/projects", { name: "P", framework: "soc2" });

/** Only the worker does this. */
async function auditIsChained(): Promise<void> {
  const waiting = "select count(*)::int as n from audit_intake";
  await waitFor(
    () => product.orm.em.fork().execute<{ n: number }[]>(waiting),
    ([row]) => row!.n === 0,
  );
}

async function isWell(): Promise<void> {
  await waitFor(
    () => createProject().then(({ status }) => status),
    (status) => status === 201,
    SOON_MS,
  );
  const since = performance.now();
  const answers = await Promise.all(Array.from({ length: WRITERS }, createProject));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(performance.now() - since).toBeLessThan(SOON_MS);
  expect(await databaseState()).toBe("up");
  await auditIsChained();
}

interface Writing {
  /** How often each status occurred. */
  statuses: Map<number, number>;
  /** Resolves when the status has occurred as often again as there are writers. */
  untilMore(status: number): Promise<unknown>;
  stop(): Promise<void>;
}

/** Writes until stopped. */
function keepWriting(): Writing {
  const statuses = new Map<number, number>();
  const timesOf = (status: number) => statuses.get(status) ?? 0;
  let over = false;
  const write = async (): Promise<void> => {
    while (!over) {
      const { status } = await createProject();
      statuses.set(status, timesOf(status) + 1);
      if (status !== 201) await sleep(BACK_OFF_MS);
    }
  };
  const writers = Promise.all(Array.from({ length: WRITERS }, write));
  return {
    statuses,
    untilMore: (status) => {
      const enough = timesOf(status) + WRITERS;
      return waitFor(
        async () => timesOf(status),
        (times) => times >= enough,
      );
    },
    stop: async () => {
      over = true;
      await writers;
    },
  };
}

test("API and worker recover after PostgreSQL was killed several times under load", async () => {
  const { statuses, untilMore, stop } = keepWriting();
  for (let kill = 0; kill < KILLS; kill++) {
    await untilMore(201);
    await postgres.kill();
    await untilMore(503);
    await postgres.start();
  }
  await stop();
  expect([...statuses.keys()].filter((status) => status !== 201 && status !== 503)).toEqual([]);
  await isWell();
}, 300_000);

test("requests answer 503 while PostgreSQL hangs, and recover when it continues", async () => {
  postgres.pause();
  const since = performance.now();
  const answers = await Promise.all(Array.from({ length: WRITERS }, createProject));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
  expect(performance.now() - since).toBeLessThan(SOON_MS);
  expect(await databaseState()).toBe("down");
  postgres.resume();
  await isWell();
}, 300_000);

describe("without PostgreSQL", () => {
  beforeAll(() => postgres.kill());
  afterAll(() => postgres.start(), 60_000);

  // Only their list is used; none of them runs.
  const routes = allRoutes({
    tokens: { issuer: "https://compliance.example.com", audience: "api" },
    rotationKey: Buffer.alloc(32),
    mcpEnabled: true,
    publicUrl: "https://compliance.example.com",
    corsOrigins: [],
  } as unknown as RouteDeps);
  const calls = routes.map(({ method, path }) => [method.toUpperCase(), path] as const);

  /** The status, and whether it says when to retry. */
  const ask = async (method: string, path: string, headers: Record<string, string>, body?: string) => {
    const named = path.replaceAll(/:\w+/g, "0190d000-0000-7000-8000-000000000000");
    const answer = await product.anonymous.fetch(named, {
      method,
      headers,
      ...(body && { body }),
      redirect: "manual",
    });
    await answer.body?.cancel();
    return { status: answer.status, retryAfter: answer.headers.get("retry-after") };
  };

  test.each(calls)("%s %s answers no 500, and 503 with Retry-After", async (method, path) => {
    const credentials: Record<string, string>[] = [
      { authorization: `Bearer ${customer.token}` },
      { "x-api-key": "cmk_test_aaaaaaaa_bbbb" },
      {},
    ];
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const json = { "content-type": "application/json" };
    const fields = {
      grant_type: "refresh_token",
      email: "a@example.com",
      password: "a",
      token: "a",
      client_id: "a",
    };
    const hasBody = method !== "GET" && method !== "DELETE";
    const bodies: [Record<string, string>, string | undefined][] = hasBody
      ? [
          [form, new URLSearchParams(fields).toString()],
          [json, "{}"],
          [json, JSON.stringify({ email: fields.email, password: "a" })],
        ]
      : [[{}, undefined]];
    for (const [headers, body] of bodies)
      for (const credential of credentials) {
        const { status, retryAfter } = await ask(method, path, { ...headers, ...credential }, body);
        expect({ status, is500: status === 500 }).toMatchObject({ is500: false });
        if (status === 503 && path !== "/api/ready") expect(retryAfter).toMatch(/^\d+$/);
      }
  });

  test("reading one's own rows answers 503", async () => {
    const { status, body } = await customer.get("/api/v1/projects");
    expect([status, body.error.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
  });
});
