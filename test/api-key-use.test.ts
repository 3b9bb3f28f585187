import { describe, expect, test } from "@jest/globals";
import express from "express";
import { createLastUses } from "../api/identity/last-uses.ts";
import { runServer } from "../platform/web/run-server.ts";
import { ApiKey } from "../domain/api-keys/api-key.entity.ts";
import { recordLastUses } from "../domain/record-last-uses.ts";
import { systemClock } from "../platform/clock.ts";
import type { AppError } from "../platform/errors.ts";
import { createLogger } from "../platform/logger.ts";
import { identify } from "../retrieval/server/identify.ts";
import { createVerifyKey } from "../retrieval/server/verify-key.ts";
import { createKey } from "./support/api-keys.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import { waitFor } from "./support/wait-for.ts";

const product = await startProductForFile();
const customer = await product.signIn("customer");

const me = (key: string) => product.anonymous.get("/api/v1/users/me", { "x-api-key": key });

describe("the search service", () => {
  test("asks the API for the owner of the key, and notices its end", async () => {
    const { id, api_key: key } = await createKey(customer);
    const verifyKey = createVerifyKey(product.config.backendUrl);
    const verifyToken = () => Promise.reject(new Error("there is no token"));
    const app = express().get("/", async (request, response) => {
      const caller = await identify(request, { verifyKey, verifyToken }).catch(
        (error: AppError) => error.code,
      );
      response.json(caller);
    });
    const server = await runServer(app, { port: 0, host: "127.0.0.1" }, createLogger("test", "silent"));
    const ask = async () =>
      (await fetch(`http://127.0.0.1:${server.port}/`, { headers: { "x-api-key": key } })).json();
    expect(await ask()).toMatchObject({ userId: customer.id, role: "customer" });
    await customer.send("DELETE", `/api/v1/api-keys/${id}`);
    expect(await ask()).toBe("UNAUTHORIZED");
    await server.stop();
  });
});

describe("the last use", () => {
  test("is written in the background, for all keys together, and never moves back", async () => {
    const [one, two] = [await createKey(customer), await createKey(customer)];
    const deps = { orm: product.orm, clock: systemClock, logger: createLogger("test", "silent") };
    const keys = { ...deps, table: "api_keys" } as const;
    const usage = createLastUses(keys, 20);
    for (let i = 0; i < 100; i++) usage.note(i % 2 === 0 ? one.id : two.id);
    const read = (id: string) => product.orm.em.fork().findOneOrFail(ApiKey, { id });
    await waitFor(
      async () => [await read(one.id), await read(two.id)],
      (keys) => keys.every((key) => key.lastUsedAt),
    );
    const { lastUsedAt } = await read(one.id);
    const late = createLastUses({ ...keys, clock: { now: () => new Date(0) } }, 60_000);
    late.note(one.id);
    await late.stop();
    await usage.stop();
    expect((await read(one.id)).lastUsedAt).toEqual(lastUsedAt);
  });

  test("waits for no credential that is being changed", async () => {
    const [changing, other] = [await createKey(customer), await createKey(customer)];
    const em = product.orm.em.fork();
    await em.transactional(async (inner) => {
      await inner.execute("select 1 from api_keys where id = ? for update", [changing.id]);
      const uses = new Map([changing, other].map(({ id }) => [id, new Date("2026-11-01T00:00:00Z")]));
      await recordLastUses(product.orm.em.fork(), "api_keys", uses);
    });
    const lastUse = async (id: string) => (await em.fork().findOneOrFail(ApiKey, { id })).lastUsedAt;
    expect([await lastUse(changing.id), await lastUse(other.id)]).toEqual([
      null,
      new Date("2026-11-01T00:00:00Z"),
    ]);
  });

  test("writes nothing while requests arrive", async () => {
    const { id, api_key: key } = await createKey(customer);
    for (let i = 0; i < 5; i++) expect((await me(key)).status).toBe(200);
    expect((await product.orm.em.fork().findOneOrFail(ApiKey, { id })).lastUsedAt).toBeNull();
  });
});
