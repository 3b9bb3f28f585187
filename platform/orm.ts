import { fileURLToPath } from "node:url";
import type { Pool } from "pg";
import { Migrator } from "@mikro-orm/migrations";
import { MikroORM, type EntityClass, type EntitySchema, type Options } from "@mikro-orm/postgresql";
import type { Config } from "./config.ts";
import { ONE_PLAN, nameStatements } from "./name-statements.ts";
import { APP_ROLE_OPTIONS, tellCallers } from "./tell-callers.ts";

export type Orm = MikroORM;
type DatabaseConfig = Pick<Config, "DATABASE_URL" | "DATABASE_POOL">;
type Entities = (EntityClass | EntitySchema)[];

/** Deadline of a single statement: nothing behind an HTTP request may hold a connection longer. */
const STATEMENT_TIMEOUT_MS = 30_000;

/** How long a request waits for its turn when all connections are in use: a burst of uploads takes some seconds. */
const CONNECTION_TIMEOUT_MS = 15_000;

/** A new connection plans every statement anew, so one is worth keeping over a pause: see docs/performance.md. */
const IDLE_CONNECTION_MS = 5 * 60_000;

/** Owners of the tables see every row; for callers, each connection sees what they may: see `actAs`. */
type ConnectAs = "owner" | "callers";

export function ormOptions(config: DatabaseConfig, entities: Entities, connectAs: ConnectAs): Options {
  return {
    entities,
    discovery: { warnWhenNoEntities: false },
    clientUrl: config.DATABASE_URL,
    extensions: [Migrator],
    forceUtcTimezone: true,
    pool: { min: 0, max: config.DATABASE_POOL, idleTimeoutMillis: IDLE_CONNECTION_MS },
    driverOptions: {
      statement_timeout: STATEMENT_TIMEOUT_MS,
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      application_name: "compliance",
      onPoolCreated: (pool: Pool) => {
        nameStatements(pool);
        if (connectAs === "callers") tellCallers(pool);
      },
      options: connectAs === "callers" ? APP_ROLE_OPTIONS : ONE_PLAN,
    },
    // Counters are written without the ORM, so no entity describes them; nor does any what migrations say by hand.
    schemaGenerator: { skipTables: ["rate_counters"], ignoreTriggers: true },
    migrations: {
      path: fileURLToPath(new URL("../migrations", import.meta.url)),
      glob: "*.ts",
      snapshotName: ".snapshot",
      transactional: true,
      allOrNothing: true,
      silent: true,
    },
  };
}

/** The ORM; connects on first use. `entities` come from the composition root, so that this floor knows no feature. */
export const createOrm = (
  config: DatabaseConfig,
  entities: Entities,
  connectAs: ConnectAs = "owner",
): Promise<Orm> => MikroORM.init(ormOptions(config, entities, connectAs));
