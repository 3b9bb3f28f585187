import { expect, test } from "@jest/globals";
import { Pool } from "pg";
import { toAppError } from "../platform/web/answer-errors.ts";
import { createTestDatabase } from "./support/test-database.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";

const database = await stopAfterAll(createTestDatabase());

test("a request that gets no connection in time answers 503 with Retry-After instead of 500", async () => {
  const pool = new Pool({ connectionString: database.url, max: 1, connectionTimeoutMillis: 1_000 });
  const held = await pool.connect();
  const error: unknown = await pool.connect().catch((thrown: unknown) => thrown);
  expect(toAppError(error)).toMatchObject({ code: "SERVICE_UNAVAILABLE", status: 503 });
  held.release();
  await pool.end();
});
