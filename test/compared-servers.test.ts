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
import { makeTestFolder } from "./support/make-test-folder.ts";

const PROJECTS = 50;
const START_MS = 120_000;

let database: Awaited<ReturnType<typeof createScratchDatabase>>;
const folder = await makeTestFolder();
let rows: ApiRows;
let servers: ComparedServers;
beforeAll(async () => {
  database = await createScratchDatabase(loadConfig().DATABASE_URL);
  rows = await fillForApi(database.pool, PROJECTS);
  servers = await startComparedServers(database.url, folder, rows);
}, START_MS);
afterAll(async () => {
  await servers?.stop();
  await database?.drop();
});

it.each(["projects", "evidence"] as const)(
  "the handler that bench:api compares with answers %s like the API",
  async (what) => checkSameBytes(servers, comparedPaths(rows)[what]),
);
