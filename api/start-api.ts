import { entities } from "../domain/entities.ts";
import type { Config } from "../platform/config.ts";
import type { Clock } from "../platform/clock.ts";
import type { Logger } from "../platform/logger.ts";
import { createOrm, type Orm } from "../platform/database/orm.ts";
import { readDatabaseTime } from "../platform/database/read-database-time.ts";
import { startDatabaseClock } from "../platform/database/start-database-clock.ts";
import { serveMeasured } from "../platform/process/serve-measured.ts";
import { createTemporalClient, type TemporalClient } from "../platform/temporal/temporal.ts";
import type { RunningServer } from "../platform/web/run-server.ts";
import { dispatchEvent } from "../runtime/dispatch-event.ts";
import { createSigningKeys } from "../runtime/identity/signing-keys.ts";
import { routesOf } from "./all-routes.ts";
import { createDispatch } from "./gateway/create-dispatch.ts";
import { createApp, servicesOf } from "./gateway/create-app.ts";
import { createCounting } from "./gateway/create-counting.ts";
import { createSharedCounts, type SharedCounts } from "./gateway/shared-counts.ts";
import { createFailureRecorder } from "./gateway/record-failures.ts";
import { createDenialRecorder } from "./gateway/record-denials.ts";
import { createAuthenticator } from "./identity/authenticator.ts";
import { bearerOfSession } from "./identity/bearer-of-session.ts";
import { createConsoleCookies } from "./identity/console-cookie.ts";
import { createLastUses } from "./identity/last-uses.ts";
import { ownOriginsOf } from "./identity/require-own-page.ts";
import { openParts, type ApiParts } from "./open-parts.ts";
import { openServices } from "./open-services.ts";

const addressOf = ({ HOST: host, PORT: port, METRICS_PORT: metricsPort, TRUSTED_PROXIES }: Config) => ({
  host,
  port,
  metricsPort,
  isDirect: TRUSTED_PROXIES === 0,
});

function dispatchOf(config: Config, orm: Orm, temporal: TemporalClient, logger: Logger, clock: Clock) {
  const { TEMPORAL_TASK_QUEUE: taskQueue } = config;
  const deps = { orm, temporal: temporal.client, taskQueue, clock };
  return createDispatch((id) => dispatchEvent(deps, id), logger);
}

/**
 * For the service's own queries: callers, keys, events. Separate, so that connections acting for callers need
 * not switch in between.
 */
const SERVICE_CONNECTIONS = 4;

const connect = async (config: Config) => ({
  orm: await createOrm(config, entities, "callers"),
  service: await createOrm({ ...config, DATABASE_POOL: SERVICE_CONNECTIONS }, entities),
});

/** Authentication, and the recording of denials and failures. */
function callersOf(config: Config, service: Orm, logger: Logger, clock: Clock) {
  const { issuer, audience, encryptionKey } = config;
  const tokens = { issuer, audience };
  const common = { orm: service, clock, logger };
  const keys = createSigningKeys({ ...common, encryptionKey });
  const pages = { cookies: createConsoleCookies(encryptionKey, issuer), ownOrigins: ownOriginsOf(issuer) };
  const keyUses = createLastUses({ ...common, table: "api_keys" });
  const sessionUses = createLastUses({ ...common, table: "sessions" });
  const denials = createDenialRecorder(common);
  const failures = createFailureRecorder(common);
  const recordFailure = failures.note;
  const uses = { keyUses, sessionUses };
  const authenticator = createAuthenticator({ ...common, ...pages, ...uses, keys, tokens, recordFailure });
  const ends = [denials.settled, failures.stop, keyUses.stop, sessionUses.stop, keys.stop];
  return { keys, tokens, pages, authenticator, recordDenial: denials.note, recordFailure, ends };
}

/** Where requests leave their files: opened by the first that has one. */
const uploadsOf = (parts: ApiParts) => ({
  get spoolDir() {
    return parts.spoolDir();
  },
  get space() {
    return parts.space();
  },
  maxBytes: parts.config.EVIDENCE_MAX_BYTES,
});

/** In this order, because earlier ones still need later ones. */
const stopInOrder =
  (ends: readonly (() => Promise<void>)[], closed: readonly { close(): Promise<unknown> }[]) =>
  async (): Promise<void> => {
    for (const end of ends) await end();
    for (const each of closed) await each.close();
  };

/** Sets up and serves the API, by the time of the database unless a clock is given. Stopping it also stops the counts. */
export async function startApi(
  config: Config,
  logger: Logger,
  given?: Clock,
  counts: SharedCounts = createSharedCounts(config, logger),
): Promise<RunningServer> {
  const { orm, service } = await connect(config);
  const databaseClock = await startDatabaseClock(() => readDatabaseTime(service), logger);
  const clock = given ?? databaseClock;
  const temporal = createTemporalClient(config);
  const { keys, tokens, pages, authenticator, ...callers } = callersOf(config, service, logger, clock);
  const { recordDenial, recordFailure } = callers;
  const dispatch = dispatchOf(config, service, temporal, logger, clock);
  const denialLogs = { logger, recordDenial };
  const common = { config, temporal, keys, tokens, pages, authenticator, denialLogs, clock, logger };
  const parts = openParts({ ...common, callers: orm, orm: service });
  const services = servicesOf(config.SERVICES);
  const app = createApp({
    config,
    routes: routesOf(await openServices(parts, services)),
    ...createCounting(config, service, counts, clock),
    orm,
    clock,
    logger,
    authenticator,
    bearer: bearerOfSession({ ...pages, authenticator, keys, tokens, clock }),
    encryptionKey: config.encryptionKey,
    uploads: uploadsOf(parts),
    dispatch: dispatch.start,
    recordDenial,
    recordFailure,
    checkOutput: config.NODE_ENV !== "production",
  });
  const server = await serveMeasured(app, addressOf(config), logger);
  logger.info({ port: server.port, services: [...services], opened: parts.opened() }, "api is listening");
  const ends = [...parts.streams, server.stop, ...parts.ends, dispatch.settled, ...callers.ends];
  const closed = [databaseClock, ...parts.closed, temporal, service, orm];
  return { port: server.port, stop: stopInOrder([...ends, counts.stop], closed) };
}
