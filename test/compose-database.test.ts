import { chmodSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import pg from "pg";
import { freePort } from "../testkit/free-port.ts";
import { startPostgres } from "../dev/stack/postgres.ts";
import { createSupervisor } from "../dev/stack/supervisor.ts";
import { migrate } from "../platform/database/migrate.ts";
import { startProduct, type Product } from "./support/product.ts";
import { makeTestFolder } from "./support/make-test-folder.ts";

/*
 * The users that Docker Compose creates, on a separate PostgreSQL server, because roles belong to the whole
 * server.
 */

/** The superuser of this server has the name that Compose gives to the service's user. */
const NAME = "product";
const START_MS = 180_000;
const supervisor = createSupervisor();
const dataDir = await makeTestFolder();
let admin: pg.Client;
let url: string;
let product: Product;

const statements = (): string[] =>
  readFileSync("dev/compose/database-users.sql", "utf8")
    .replaceAll(/^(--|\\).*$/gm, "")
    .replaceAll(":'password'", "'secret'")
    .replaceAll(/\bcompliance\b/g, NAME)
    .split(";")
    .map((statement) => statement.trim())
    // This test connects with the password.
    .filter((statement) => statement !== "" && !statement.startsWith("alter role current_user"));

beforeAll(async () => {
  chmodSync(dataDir, 0o755);
  const logDir = join(dataDir, "logs");
  mkdirSync(logDir, { mode: 0o755 });
  const port = await freePort();
  const server = await startPostgres({ supervisor, dataDir, logDir, port, durable: false });
  admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  for (const statement of statements()) await admin.query(statement);
  url = `postgres://${NAME}:secret@127.0.0.1:${port}/${NAME}`;
  await migrate({ DATABASE_URL: url, DATABASE_POOL: 2 });
  product = await startProduct({ environment: { DATABASE_URL: url } });
}, START_MS);
afterAll(async () => {
  await product?.stop();
  await admin.end();
  await supervisor.stopAll();
}, START_MS);

test("compose creates no superuser, and no user who may create roles", async () => {
  const { rows } = await admin.query<object>(
    `select rolname, rolsuper, rolcreaterole, rolbypassrls, rolcanlogin from pg_roles
      where rolname = any ($1) order by 1`,
    [[NAME, "temporal", "compliance_app", "compliance_overseer"]],
  );
  const none = { rolsuper: false, rolcreaterole: false, rolbypassrls: false };
  expect(rows).toEqual([
    { rolname: "compliance_app", ...none, rolcanlogin: false },
    { rolname: "compliance_overseer", ...none, rolcanlogin: false },
    { rolname: NAME, ...none, rolcanlogin: true },
    { rolname: "temporal", ...none, rolcanlogin: true },
  ]);
});

test("the product works as such a user: migration, readiness, requests", async () => {
  const customer = await product.signIn("customer");
  const created = await customer.send("POST", "/api/v1/projects", { name: "P", framework: "soc2" });
  expect(created.status).toBe(201);
  const read = await customer.get(`/api/v1/projects/${created.data.id}`);
  expect(read.data.controls).toHaveLength(61);
});
