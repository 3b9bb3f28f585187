import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, it } from "@jest/globals";
import {
  checkSameBytes,
  comparedPaths,
  startComparedServers,
  type ComparedServers,
} from "../bench/support/compared-servers.ts";
import { loadConfig } from "../platform/config.ts";
import { fillForApi, type ApiRows } from "../testkit/api-rows.ts";
import { createScratchDatabase } from "../testkit/scratch-database.ts";

const PROJECTS = 50;
const START_MS = 120_000;

let database: Awaited<ReturnType<typeof createScratchDatabase>>;
let folder: string;
let rows: ApiRows;
let servers: ComparedServers;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "compared-servers-"));
  database = await createScratchDatabase(loadConfig().DATABASE_URL);
  rows = await fillForApi(database.pool, PROJECTS);
  servers = await startComparedServers(database.url, folder, rows);
}, START_MS);
afterAll(async () => {
  await servers?.stop();
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

it.each(["projects", "evidence"] as const)(
  "the handler that bench:api compares with answers %s like the API",
  async (what) => checkSameBytes(servers, comparedPaths(rows)[what]),
);
