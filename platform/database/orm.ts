import { fileURLToPath } from "node:url";
import type { Pool } from "pg";
import { Migrator } from "@mikro-orm/migrations";
import { MikroORM, type EntityClass, type EntitySchema, type Options } from "@mikro-orm/postgresql";
import type { Config } from "../config.ts";
import { guardConnections } from "./guard-connections.ts";
import { prepareStatements } from "./prepared-statements.ts";
import { APP_ROLE_OPTIONS, setCallers } from "./set-callers.ts";

export type Orm = MikroORM;
type DatabaseConfig = Pick<Config, "DATABASE_URL" | "DATABASE_POOL">;
type Entities = (EntityClass | EntitySchema)[];

/** The longest duration of a statement and of its wait for locks; 0 means no limit. */
export interface StatementLimits {
  statementMs: number;
  lockMs: number;
}

/** No HTTP request may hold a connection longer. */
const OF_A_REQUEST: StatementLimits = { statementMs: 30_000, lockMs: 0 };

/** For commands that read or write whole tables of any size. */
export const NO_LIMITS: StatementLimits = { statementMs: 0, lockMs: 0 };

/** How long a request waits for a connection while all are in use: a burst of uploads takes some seconds. */
const CONNECTION_TIMEOUT_MS = 15_000;

/** A new connection has to plan every statement again, so idle ones are kept: see docs/performance.md. */
const IDLE_CONNECTION_MS = 5 * 60_000;

/** After this much silence, the system checks whether the peer is still there. */
const KEEP_ALIVE_MS = 10_000;

/** Owners of the tables see every row; connections for callers show what the caller may see: see `actAs`. */
type ConnectAs = "owner" | "callers";

/** As startup options, because these override the defaults of server, database and user. */
const asOptions = ({ statementMs, lockMs }: StatementLimits): string =>
  `-c statement_timeout=${statementMs} -c lock_timeout=${lockMs}`;

function ormOptions(
  config: DatabaseConfig,
  entities: Entities,
  connectAs: ConnectAs,
  limits: StatementLimits,
): Options {
  return {
    // Within a transaction, a fork of another ORM with the same context name would be a fork of the
    // transaction.
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
        prepareStatements(pool);
        if (connectAs === "callers") setCallers(pool);
      },
      options: connectAs === "callers" ? `${APP_ROLE_OPTIONS} ${asOptions(limits)}` : asOptions(limits),
    },
    // Counters are written without the ORM, so no entity describes them; nor does one describe handwritten
    // triggers.
    schemaGenerator: { skipTables: ["rate_counters"], ignoreTriggers: true },
    migrations: {
      path: fileURLToPath(new URL("../../migrations", import.meta.url)),
      glob: "*.ts",
      snapshotName: ".snapshot",
      // Only a new migration writes the snapshot: elsewhere the folder may be read-only, and the database may
      // contain other tables.
      snapshotOnMigrate: false,
      transactional: true,
      allOrNothing: true,
      silent: true,
    },
  };
}

/**
 * The ORM; connects on first use. The composition root provides `entities`, so that this layer knows no
 * feature.
 */
export const createOrm = (
  config: DatabaseConfig,
  entities: Entities,
  connectAs: ConnectAs = "owner",
  limits: StatementLimits = OF_A_REQUEST,
): Promise<Orm> => MikroORM.init(ormOptions(config, entities, connectAs, limits));
