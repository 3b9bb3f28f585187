import { join } from "node:path";
import { entities } from "../domain/entities.ts";
import { RejectedFileError } from "../extraction/rejected-file-error.ts";
import { inspectFile } from "../extraction/inspect-file.ts";
import { createTestConnection } from "../integrations/test-connection.ts";
import { createWebhookWay } from "../integrations/webhooks/send-webhook.ts";
import type { Config } from "../platform/config.ts";
import { systemClock } from "../platform/clock.ts";
import { createBlobs } from "../platform/create-blobs.ts";
import { createSecretBox } from "../platform/crypto.ts";
import { createElasticsearch } from "../platform/elasticsearch.ts";
import { LOOPBACK_RANGES, createOutbound } from "../platform/http/outbound.ts";
import type { Logger } from "../platform/logger.ts";
import { createOrm, type Orm } from "../platform/orm.ts";
import { argon2Passwords } from "../platform/passwords.ts";
import { serveMeasured } from "../platform/serve-measured.ts";
import { createTemporalClient, type TemporalClient } from "../platform/temporal.ts";
import { createTotp } from "../platform/totp.ts";
import { dispatchEvent } from "../workers/dispatcher.ts";
import { allRoutes } from "./all-routes.ts";
import type { FileVerdict } from "./documents/store-upload.ts";
import { createDispatch } from "./gateway/create-dispatch.ts";
import { createApp } from "./gateway/create-app.ts";
import { createCounter } from "./gateway/rate-limit.ts";
import { createSharedCounts, type SharedCounts } from "./gateway/shared-counts.ts";
import { createDenialNotes } from "./gateway/note-denials.ts";
import { createThrottle } from "./gateway/throttle.ts";
import { createAuthenticator } from "./identity/authenticator.ts";
import { createKeyUsage } from "./identity/key-usage.ts";
import { createSigningKeys } from "./identity/signing-keys.ts";
import { createUpstream } from "./identity/upstream/create-upstream.ts";
import { describeWorkflow, workflowUrl } from "./documents/describe-workflow.ts";
import type { RunningServer } from "../platform/web/run-server.ts";

async function inspect(path: string, fileName: string): Promise<FileVerdict> {
  try {
    return await inspectFile(path, fileName);
  } catch (error) {
    if (error instanceof RejectedFileError) return { rejected: error.message };
    throw error;
  }
}

const checksOf = (
  orm: Awaited<ReturnType<typeof createOrm>>,
  temporal: TemporalClient,
  config: Config,
  blobs: ReturnType<typeof createBlobs>,
) => {
  const elasticsearch = createElasticsearch(config);
  return [
    { name: "postgres", check: async () => void (await orm.em.fork().execute("select 1")) },
    { name: "elasticsearch", check: async () => void (await elasticsearch.cluster.health()) },
    { name: "temporal", check: async () => void (await temporal.client.workflowService.getSystemInfo({})) },
    { name: "blobs", check: () => blobs.check() },
  ];
};

const ADMIN_TIMEOUT_MS = 10_000;
const ADMIN_MAX_BYTES = 1_000_000;
/** While developing, what the service talks to may run on the same machine, without TLS. */
const loopbackOf = ({ NODE_ENV }: Config) => (NODE_ENV === "production" ? [] : LOOPBACK_RANGES);

/** A way out to addresses that an administrator typed in. */
const adminWay = (config: Config, allowed: readonly string[], plain: readonly string[]) =>
  createOutbound({
    mayReach: [...loopbackOf(config), ...allowed],
    plainHttpTo: [...loopbackOf(config), ...plain],
    timeoutMs: ADMIN_TIMEOUT_MS,
    maxBytes: ADMIN_MAX_BYTES,
  });

const upstreamWay = (config: Config) => adminWay(config, config.UPSTREAM_ALLOWED_CIDRS, []);

/** n8n inside of a company's network often has no TLS. */
const integrationWay = (config: Config) =>
  adminWay(config, config.INTEGRATION_ALLOWED_CIDRS, config.INTEGRATION_ALLOWED_CIDRS);

const SAVE_TIMEOUT_MS = 5_000;

/** The way that deliveries of webhooks take, to look at addresses when they are saved. */
const webhookWayOf = ({ WEBHOOK_ALLOWED_CIDRS: allowedCidrs }: Config) =>
  createWebhookWay({ allowedCidrs, timeoutMs: SAVE_TIMEOUT_MS });

const portsOf = ({ HOST: host, PORT: port, METRICS_PORT: metricsPort }: Config) => ({
  host,
  port,
  metricsPort,
});

/** What is counted in the database and in this process, and what is refused because of it. */
function countingOf(config: Config, counts: SharedCounts) {
  const count = createCounter(counts, systemClock);
  return { count, throttle: createThrottle(count, systemClock, config.SIGN_IN_PER_MINUTE) };
}

function dispatchOf(config: Config, orm: Orm, temporal: TemporalClient, logger: Logger) {
  const { TEMPORAL_TASK_QUEUE: taskQueue } = config;
  const deps = { orm, temporal: temporal.client, taskQueue, clock: systemClock };
  return createDispatch((id) => dispatchEvent(deps, id), logger);
}

/**
 * For what the service asks for itself: who calls, its keys, its events. Apart, so that a connection that acts for callers
 * need not be told of somebody else in between.
 */
const SERVICE_CONNECTIONS = 4;

/** Puts the API together and serves it. */
export async function startApi(config: Config, logger: Logger): Promise<RunningServer> {
  const clock = systemClock;
  const orm = await createOrm(config, entities, "callers");
  const service = await createOrm({ ...config, DATABASE_POOL: SERVICE_CONNECTIONS }, entities);
  const temporal = createTemporalClient(config);
  const blobs = createBlobs(config);
  const { issuer, audience, encryptionKey } = config;
  const tokens = { issuer, audience };
  const keys = createSigningKeys({ orm: service, encryptionKey, clock, logger });
  const counts = createSharedCounts(config, logger);
  const usage = createKeyUsage({ orm: service, clock, logger });
  const dispatch = dispatchOf(config, service, temporal, logger);
  const denials = createDenialNotes({ orm: service, clock, logger });
  const ways = { upstream: upstreamWay(config), integrations: integrationWay(config) };
  const webhookWay = webhookWayOf(config);
  const routes = allRoutes({
    version: "1.0.0",
    clock,
    startedAt: clock.now(),
    checks: checksOf(service, temporal, config, blobs),
    keys,
    passwords: argon2Passwords,
    totp: createTotp(config.encryptionKey),
    tokens,
    rotationKey: config.encryptionKey,
    apiKeysPerUser: config.API_KEYS_PER_USER,
    secrets: createSecretBox(encryptionKey),
    webhookWay,
    testConnection: createTestConnection(ways.integrations, { slackApiUrl: config.SLACK_API_URL }),
    webhooksPerUser: config.WEBHOOKS_PER_USER,
    upstream: createUpstream({ outbound: ways.upstream, encryptionKey, issuer }),
    publicUrl: config.publicUrl,
    blobs,
    inspect,
    describeWorkflow: describeWorkflow(temporal.client, logger),
    workflowUrl: workflowUrl(config),
  });
  const app = createApp({
    config,
    routes,
    ...countingOf(config, counts),
    orm,
    clock,
    logger,
    authenticator: createAuthenticator({ orm: service, keys, clock, tokens, usage }),
    encryptionKey,
    uploads: { spoolDir: join(config.DATA_DIR, "blobs", "staging"), maxBytes: config.EVIDENCE_MAX_BYTES },
    dispatch: dispatch.start,
    noteDenial: denials.note,
    checkOutput: config.NODE_ENV !== "production",
  });
  const server = await serveMeasured(app, portsOf(config), logger);
  logger.info({ port: server.port }, "api is listening");
  // In this order: what comes first still needs what comes later.
  const ends = [server.stop, dispatch.settled, denials.settled, usage.stop, keys.stop, counts.stop];
  const closed = [...Object.values(ways), webhookWay, temporal, service, orm];
  const stop = async (): Promise<void> => {
    for (const end of ends) await end();
    for (const each of closed) await each.close();
  };
  return { port: server.port, stop };
}
