import { createFailedWorkflows } from "./housekeeping/failed-workflows.ts";
import { EVENTS_CHANNEL } from "../domain/events/event.rules.ts";
import { entities } from "../domain/entities.ts";
import { readBacklog } from "../domain/housekeeping/backlog.queries.ts";
import { RejectedFileError } from "../extraction/rejected-file-error.ts";
import { createFileTasks } from "../extraction/file-tasks.ts";
import { inspectFile } from "../extraction/inspect-file.ts";
import { createTestConnection } from "../integrations/test-connection.ts";
import type { Config } from "../platform/config.ts";
import { systemClock, type Clock } from "../platform/clock.ts";
import type { BlobStore } from "../platform/blobs/blobs.ts";
import { openBlobs } from "../platform/blobs/open-blobs.ts";
import { createSecretBox } from "../platform/crypto/crypto.ts";
import { checkRetrieval } from "../platform/search/check-retrieval.ts";
import { createFreeSpace, type FreeSpace } from "../platform/blobs/free-space.ts";
import { createElasticsearch } from "../platform/search/elasticsearch.ts";
import { actAsSystem } from "../platform/database/database-caller.ts";
import { listen, type Wake } from "../platform/database/listen.ts";
import type { Logger } from "../platform/logger.ts";
import { createOrm, type Orm } from "../platform/database/orm.ts";
import { argon2Passwords } from "../platform/crypto/passwords.ts";
import { describeTaskQueues, requirePolled } from "../platform/temporal/describe-task-queues.ts";
import { serveMeasured } from "../platform/process/serve-measured.ts";
import { createTemporalClient, type TemporalClient } from "../platform/temporal/temporal.ts";
import { createTotp } from "../platform/crypto/totp.ts";
import type { WorkflowStart } from "../domain/events/workflow-start.ts";
import { openLanguageModel } from "../runtime/language-model/open-language-model.ts";
import { allQueues } from "../runtime/task-queues.ts";
import { startMissing } from "../runtime/start-missing.ts";
import { dispatchEvent } from "../runtime/dispatcher.ts";
import { allRoutes } from "./all-routes.ts";
import type { ApiParts } from "./api-parts.ts";
import { createLiveEvents } from "./history/live-events.ts";
import { createRetrievalClient } from "./search/retrieval-client.ts";
import type { FileVerdict } from "./evidence/store-upload.ts";
import { createDispatch } from "./gateway/create-dispatch.ts";
import { createApp } from "./gateway/create-app.ts";
import { createCounting } from "./gateway/create-counting.ts";
import { createSharedCounts } from "./gateway/shared-counts.ts";
import { createFailureRecorder } from "./gateway/record-failures.ts";
import { createDenialRecorder } from "./gateway/record-denials.ts";
import { createAuthenticator } from "./identity/authenticator.ts";
import { bearerOfSession } from "./identity/bearer-of-session.ts";
import { createConsoleCookies } from "./identity/console-cookie.ts";
import { createKeyUsage } from "./api-keys/key-usage.ts";
import { ownOriginsOf } from "./identity/require-own-page.ts";
import { createSigningKeys, type SigningKeys } from "../runtime/identity/signing-keys.ts";
import { createProviderSignIn } from "./identity-providers/create-provider-sign-in.ts";
import { describeWorkflow, workflowUrl, workflowsUrl } from "./evidence/describe-workflow.ts";
import { openSpool } from "./open-spool.ts";
import { openClients, type Clients } from "./open-clients.ts";
import { openFeatures } from "./open-features.ts";
import type { RunningServer } from "../platform/web/run-server.ts";

async function inspect(path: string, fileName: string): Promise<FileVerdict> {
  try {
    return await inspectFile(path, fileName);
  } catch (error) {
    if (error instanceof RejectedFileError) return { rejected: error.message };
    throw error;
  }
}

/** Through the connections for requests: a server that answers only others is of no use. */
const checkDatabase = (pools: readonly Orm[]) => async (): Promise<void> =>
  void (await Promise.all(pools.map(({ em }) => actAsSystem(() => em.fork().execute("select 1")))));

const checksOf = (
  pools: readonly Orm[],
  temporal: TemporalClient,
  config: Config,
  blobs: BlobStore,
  keys: SigningKeys,
  space: FreeSpace,
) => {
  const elasticsearch = createElasticsearch(config);
  return [
    { name: "postgres", check: checkDatabase(pools) },
    { name: "elasticsearch", check: async () => void (await elasticsearch.cluster.health()) },
    { name: "temporal", check: async () => void (await temporal.client.workflowService.getSystemInfo({})) },
    {
      name: "worker",
      check: () => requirePolled(temporal.client, allQueues(config.TEMPORAL_TASK_QUEUE)),
      isOptional: true as const,
    },
    { name: "blobs", check: () => blobs.check() },
    // Reading still works, and other processes use the same disk.
    { name: "disk", check: space.check, freeBytes: space.bytes, isOptional: true as const },
    { name: "signing_keys", check: keys.check },
    { name: "retrieval", check: () => checkRetrieval(config.retrievalUrl) },
  ];
};

const portsOf = ({ HOST: host, PORT: port, METRICS_PORT: metricsPort }: Config) => ({
  host,
  port,
  metricsPort,
});

function dispatchOf(config: Config, orm: Orm, temporal: TemporalClient, logger: Logger, clock: Clock) {
  const { TEMPORAL_TASK_QUEUE: taskQueue } = config;
  const deps = { orm, temporal: temporal.client, taskQueue, clock };
  return createDispatch((id) => dispatchEvent(deps, id), logger);
}

type Opened = Pick<
  ApiParts,
  "temporal" | "clients" | "spoolDir" | "space" | "denialLogs" | "clock" | "logger"
>;

const partsOf = (config: Config, orm: Orm, opened: Opened): ApiParts => ({
  ...opened,
  config,
  orm,
  languageModel: openLanguageModel({
    config,
    orm,
    clock: opened.clock,
    outbound: opened.clients.model,
    logger: opened.logger,
  }),
  retrieval: createRetrievalClient(config.retrievalUrl),
  ends: [],
  closed: [],
});

/**
 * For the service's own queries: callers, keys, events. Separate, so that connections acting for callers need
 * not switch in between.
 */
const SERVICE_CONNECTIONS = 4;

const connect = async (config: Config) => ({
  orm: await createOrm(config, entities, "callers"),
  service: await createOrm({ ...config, DATABASE_POOL: SERVICE_CONNECTIONS }, entities),
});

/** The dependencies of routes on other services. */
const outsideOf = (config: Config, clients: Clients) => ({
  secrets: createSecretBox(config.encryptionKey),
  testConnection: createTestConnection({
    outbound: clients.integrations,
    slackApiUrl: config.SLACK_API_URL,
  }),
  providerSignIn: createProviderSignIn({
    outbound: clients.identityProviders,
    encryptionKey: config.encryptionKey,
    issuer: config.issuer,
  }),
  controlGraph: clients.controlGraph,
});

/** How secrets of users and services are stored. */
const secretsOf = ({ encryptionKey }: Config) => ({
  passwords: argon2Passwords,
  totp: createTotp(encryptionKey),
  rotationKey: encryptionKey,
});

/** How files are received and sent. */
const filesOf = ({ CLAMAV_HOST, PROJECT_STORAGE_BYTES }: Config, blobs: BlobStore) => ({
  projectBytes: PROJECT_STORAGE_BYTES,
  blobs,
  inspect,
  scans: CLAMAV_HOST !== undefined,
});

const workflowsOf = (config: Config, orm: Orm, temporal: TemporalClient, logger: Logger) => ({
  describeWorkflow: describeWorkflow(temporal.client, logger),
  startMissing: (wanted: WorkflowStart) =>
    startMissing({ orm, temporal: temporal.client, taskQueue: config.TEMPORAL_TASK_QUEUE }, wanted),
  workflowUrl: workflowUrl(config),
  failedWorkflows: createFailedWorkflows({
    client: temporal.client,
    taskQueues: allQueues(config.TEMPORAL_TASK_QUEUE),
    workflowUrl: workflowUrl(config),
  }),
  readBacklog: () => readBacklog(orm.em.fork()),
  describeTaskQueues: () =>
    describeTaskQueues(temporal.client, logger, allQueues(config.TEMPORAL_TASK_QUEUE)),
  workflowsUrl: workflowsUrl(config),
});

/** In this order, because earlier ones still need later ones. */
const stopInOrder =
  (ends: readonly (() => Promise<void>)[], closed: readonly { close(): Promise<unknown> }[]) =>
  async (): Promise<void> => {
    for (const end of ends) await end();
    for (const each of closed) await each.close();
  };

/** Authentication, and the recording of denials and failures. */
function callersOf(config: Config, service: Orm, logger: Logger, clock: Clock) {
  const { issuer, audience, encryptionKey } = config;
  const tokens = { issuer, audience };
  const common = { orm: service, clock, logger };
  const keys = createSigningKeys({ ...common, encryptionKey });
  const pages = { cookies: createConsoleCookies(encryptionKey, issuer), ownOrigins: ownOriginsOf(issuer) };
  const usage = createKeyUsage(common);
  const denials = createDenialRecorder(common);
  const failures = createFailureRecorder(common);
  const recordFailure = failures.note;
  const authenticator = createAuthenticator({ ...common, ...pages, keys, tokens, usage, recordFailure });
  const ends = [denials.settled, failures.stop, usage.stop, keys.stop];
  return { keys, tokens, pages, authenticator, recordDenial: denials.note, recordFailure, ends };
}

/** Sets up and serves the API. */
export async function startApi(
  config: Config,
  logger: Logger,
  clock: Clock = systemClock,
): Promise<RunningServer> {
  const { orm, service } = await connect(config);
  const temporal = createTemporalClient(config);
  const blobs = await openBlobs(config, logger);
  const spoolDir = openSpool(config);
  const space = createFreeSpace([config.DATA_DIR, spoolDir], config.MIN_FREE_BYTES);
  const { keys, tokens, pages, authenticator, ...callers } = callersOf(config, service, logger, clock);
  const counts = createSharedCounts(config, logger);
  const dispatch = dispatchOf(config, service, temporal, logger, clock);
  const clients = openClients(config, logger);
  const fileTasks = createFileTasks();
  const listenToEvents = (): Wake => listen(config.DATABASE_URL, EVENTS_CHANNEL, logger);
  const liveEvents = createLiveEvents({ orm: service, authenticator, listen: listenToEvents, clock, logger });
  const denialLogs = { logger, recordDenial: callers.recordDenial };
  const parts = partsOf(config, service, { temporal, clients, spoolDir, space, denialLogs, clock, logger });
  const routes = allRoutes({
    version: "1.0.0",
    clock,
    startedAt: clock.now(),
    checks: checksOf([orm, service], temporal, config, blobs, keys, space),
    keys,
    tokens,
    ...pages,
    ...secretsOf(config),
    apiKeysPerUser: config.API_KEYS_PER_USER,
    ...outsideOf(config, clients),
    liveEvents,
    publicUrl: config.publicUrl,
    ...filesOf(config, blobs),
    fileTasks,
    ...workflowsOf(config, service, temporal, logger),
    ...openFeatures(parts),
  });
  const app = createApp({
    config,
    routes,
    ...createCounting(config, service, counts, clock),
    orm,
    clock,
    logger,
    authenticator,
    bearer: bearerOfSession({ ...pages, authenticator, keys, tokens, clock }),
    encryptionKey: config.encryptionKey,
    uploads: { spoolDir, maxBytes: config.EVIDENCE_MAX_BYTES, space },
    dispatch: dispatch.start,
    recordDenial: callers.recordDenial,
    recordFailure: callers.recordFailure,
    checkOutput: config.NODE_ENV !== "production",
  });
  const server = await serveMeasured(app, portsOf(config), logger);
  logger.info({ port: server.port }, "api is listening");
  const ends = [() => liveEvents.stop(), server.stop, ...parts.ends, dispatch.settled, ...callers.ends];
  const closed = [fileTasks, ...parts.closed, clients, temporal, service, orm];
  return { port: server.port, stop: stopInOrder([...ends, counts.stop], closed) };
}
