import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { once } from "node:events";
import type { Pool, PoolClient } from "pg";
import { createOrm } from "../platform/database/orm.ts";
import { startOwnPostgres, type OwnPostgres } from "./support/own-postgres.ts";

const HELD = 2;

let postgres: OwnPostgres;
beforeAll(async () => {
  postgres = await startOwnPostgres();
});
afterAll(() => postgres.close(), 60_000);

async function closed({ connection: { stream } }: PoolClient): Promise<void> {
  if (!stream.destroyed) await once(stream, "close");
}

test("a pool with borrowed connections ends while PostgreSQL hangs, leaving none open", async () => {
  const orm = await createOrm({ DATABASE_URL: postgres.url, DATABASE_POOL: HELD * 2 }, []);
  const pool: Pool = await orm.em.getConnection().getNativeClient();
  const clients = await Promise.all(Array.from({ length: HELD * 2 }, () => pool.connect()));
  // The others are idle, so only their holder can release them.
  for (const client of clients.slice(HELD)) client.release();
  postgres.pause();
  await orm.close();
  expect(pool.ended).toBe(true);
  await Promise.all(clients.map(closed));
  postgres.resume();
});
