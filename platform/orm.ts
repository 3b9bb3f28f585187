import { fileURLToPath } from "node:url";
import type { Pool } from "pg";
import { Migrator } from "@mikro-orm/migrations";
import { MikroORM, type EntityClass, type EntitySchema, type Options } from "@mikro-orm/postgresql";
import type { Config } from "./config.ts";
import { guardConnections } from "./guard-connections.ts";
import { ONE_PLAN, nameStatements } from "./name-statements.ts";
import { APP_ROLE_OPTIONS, tellCallers } from "./tell-callers.ts";

export type Orm = MikroORM;
type DatabaseConfig = Pick<Config, "DATABASE_URL" | "DATABASE_POOL">;
type Entities = (EntityClass | EntitySchema)[];

/** How long a single statement may take, and how long of that it may wait for what others hold; 0 is for ever. */
export interface StatementLimits {
  statementMs: number;
  lockMs: number;
}

/** Nothing behind an HTTP request may hold a connection longer. */
const OF_A_REQUEST: StatementLimits = { statementMs: 30_000, lockMs: 0 };

/** For commands that read or write whole tables, however large those have grown. */
export const NO_LIMITS: StatementLimits = { statementMs: 0, lockMs: 0 };

/** How long a request waits for its turn when all connections are in use: a burst of uploads takes some seconds. */
const CONNECTION_TIMEOUT_MS = 15_000;

/** A new connection plans every statement anew, so one is worth keeping over a pause: see docs/performance.md. */
const IDLE_CONNECTION_MS = 5 * 60_000;

/** After so long without a word, the system asks whether the other end is still there. */
const KEEP_ALIVE_MS = 10_000;

/** Owners of the tables see every row; for callers, each connection sees what they may: see `actAs`. */
type ConnectAs = "owner" | "callers";

/** As startup options, because those also win over what the server, the database or the user has as a default. */
const asOptions = ({ statementMs, lockMs }: StatementLimits): string =>
  `-c statement_timeout=${statementMs} -c lock_timeout=${lockMs}`;

export function ormOptions(
  config: DatabaseConfig,
  entities: Entities,
  connectAs: ConnectAs,
  limits: StatementLimits,
): Options {
  return {
    // Within a transaction of one ORM, a fork of another of the same name would be a fork of the transaction's.
    contextName: connectAs,
    entities,
    discovery: { warnWhenNoEntities: false },
    clientUrl: config.DATABASE_URL,
    extensions: [Migrator],
    forceUtcTimezone: true,
    pool: { min: 0, max: config.DATABASE_POOL, idleTimeoutMillis: IDLE_CONNECTION_MS },
    driverOptions: {
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      application_name: "compliance",
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      onPoolCreated: (pool: Pool) => {
        guardConnections(pool, limits.statementMs);
        nameStatements(pool);
        if (connectAs === "callers") tellCallers(pool);
      },
      options: `${connectAs === "callers" ? APP_ROLE_OPTIONS : ONE_PLAN} ${asOptions(limits)}`,
    },
    // Counters are written without the ORM, so no entity describes them; nor does any what migrations say by hand.
    schemaGenerator: { skipTables: ["rate_counters"], ignoreTriggers: true },
    migrations: {
      path: fileURLToPath(new URL("../migrations", import.meta.url)),
      glob: "*.ts",
      snapshotName: ".snapshot",
      // Only a new migration writes it: elsewhere the folder may be read-only, and the database may hold more than ours.
      snapshotOnMigrate: false,
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
  limits: StatementLimits = OF_A_REQUEST,
): Promise<Orm> => MikroORM.init(ormOptions(config, entities, connectAs, limits));
