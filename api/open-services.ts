import type { FileVerdict } from "../domain/evidence/check-upload.ts";
import { backlog } from "../domain/features.ts";
import { createAuditCheck } from "../domain/audit-log/create-audit-check.ts";
import { verifyAudit } from "../domain/audit-log/verify-audit.ts";
import { readBacklog } from "../domain/housekeeping/backlog.queries.ts";
import type { WorkflowStart } from "../domain/events/workflow-start.ts";
import { EVENTS_CHANNEL } from "../domain/events/event.rules.ts";
import { CREDENTIALS_CHANNEL } from "../domain/credentials-channel.ts";
import { RejectedFileError } from "../extraction/rejected-file-error.ts";
import { inspectFile } from "../extraction/inspect-file.ts";
import { createTestConnection } from "../integrations/test-connection.ts";
import { createSecretBox } from "../platform/crypto/crypto.ts";
import { argon2Passwords } from "../platform/crypto/passwords.ts";
import { createTotp } from "../platform/crypto/totp.ts";
import { listen } from "../platform/database/listen.ts";
import { describeTaskQueues } from "../platform/temporal/describe-task-queues.ts";
import { allQueues } from "../runtime/task-queues.ts";
import { startMissing } from "../runtime/start-missing.ts";
import { PRODUCT_VERSION } from "../platform/product-version.ts";
import type { ServiceDeps } from "./all-routes.ts";
import { describeWorkflow, workflowUrl, workflowsUrl } from "./evidence/describe-ingestion.ts";
import { createLiveEvents } from "./history/live-events.ts";
import { createFailedWorkflows } from "./housekeeping/failed-workflows.ts";
import { createProviderSignIn } from "./identity-providers/create-provider-sign-in.ts";
import { openChecks } from "./open-checks.ts";
import { openFeatures } from "./open-features.ts";
import type { ApiParts } from "./open-parts.ts";
import type { Service } from "./route.ts";

/** The dependencies of all routes, even of those that are only described: none of them is opened. */
const settingsOf = ({ config, clock, keys, tokens, pages }: ApiParts) => ({
  version: PRODUCT_VERSION,
  clock,
  startedAt: clock.now(),
  keys,
  tokens,
  ...pages,
  passwords: argon2Passwords,
  totp: createTotp(config.encryptionKey),
  rotationKey: config.encryptionKey,
  secrets: createSecretBox(config.encryptionKey),
  apiKeysPerUser: config.API_KEYS_PER_USER,
  projectBytes: config.PROJECT_STORAGE_BYTES,
  withoutMail: config.mail === null,
  scans: config.CLAMAV_HOST !== undefined,
  publicUrl: config.publicUrl,
  mcpEnabled: config.MCP_ENABLED,
  corsOrigins: config.CORS_ORIGINS,
});

type Settings = ReturnType<typeof settingsOf>;
type Opened<S extends Service> = Omit<ServiceDeps[S], keyof Settings>;

async function inspect(path: string, fileName: string): Promise<FileVerdict> {
  try {
    return await inspectFile(path, fileName);
  } catch (error) {
    if (error instanceof RejectedFileError) return { rejected: error.message, reason: error.reason };
    throw error;
  }
}

/** Starting and describing workflows, through the connection that every process has. */
const workflowsOf = ({ config, orm, temporal, logger }: ApiParts) => ({
  describeWorkflow: describeWorkflow(temporal.client, logger),
  startMissing: (wanted: WorkflowStart) =>
    startMissing({ orm, temporal: temporal.client, taskQueue: config.TEMPORAL_TASK_QUEUE }, wanted),
  workflowUrl: workflowUrl(config),
});

function openLiveEvents({ config, orm, authenticator, clock, logger, streams, once }: ApiParts) {
  const liveEvents = once("live events", () =>
    createLiveEvents({
      orm,
      authenticator,
      listen: () => listen(config.DATABASE_URL, EVENTS_CHANNEL, logger),
      listenForEnds: () => listen(config.DATABASE_URL, CREDENTIALS_CHANNEL, logger),
      clock,
      logger,
    }),
  )();
  streams.push(() => liveEvents.stop());
  return { liveEvents };
}

/** On behalf of the service itself, because no caller sees the whole log. */
const auditCheckOf = ({ orm, clock }: ApiParts) =>
  createAuditCheck(() => verifyAudit(orm.em.fork(), { expected: null, onProgress: () => undefined }), clock);

function operationsOf(parts: ApiParts) {
  const { config, orm, temporal, logger } = parts;
  const taskQueues = allQueues(config.TEMPORAL_TASK_QUEUE);
  const { client } = temporal;
  return {
    failedWorkflows: createFailedWorkflows({ client, taskQueues, workflowUrl: workflowUrl(config) }),
    checkAuditLog: auditCheckOf(parts),
    readBacklog: () => readBacklog(orm.em.fork(), backlog),
    describeTaskQueues: () => describeTaskQueues(client, logger, taskQueues),
    workflowsUrl: workflowsUrl(config),
  };
}

const OPEN: { [S in Service]: (parts: ApiParts) => Promise<Opened<S>> } = {
  gateway: async (parts) => ({ checks: await openChecks(parts) }),
  identity: async ({ config: { encryptionKey, issuer }, identityProviders }) => ({
    providerSignIn: createProviderSignIn({ outbound: identityProviders(), encryptionKey, issuer }),
  }),
  backend: async (parts) => ({
    ...workflowsOf(parts),
    ...operationsOf(parts),
    ...openLiveEvents(parts),
    blobs: await parts.blobs(),
    controlGraph: parts.controlGraph(),
    testConnection: createTestConnection({
      outbound: parts.integrations(),
      slackApiUrl: parts.config.SLACK_API_URL,
    }),
    ...openFeatures.backend(parts),
  }),
  documents: async (parts) => {
    // A folder that cannot be written stops the process at its start, not the first upload.
    parts.space();
    return { ...workflowsOf(parts), blobs: await parts.blobs(), inspect };
  },
  assistant: async (parts) => ({
    ...workflowsOf(parts),
    blobs: await parts.blobs(),
    fileTasks: parts.fileTasks(),
    inspect,
    controlGraph: parts.controlGraph(),
    ...openFeatures.assistant(parts),
  }),
};

/**
 * The dependencies of all routes, with everything opened that `services` need. Routes of other services are
 * only described, never called.
 */
export async function openServices(parts: ApiParts, services: ReadonlySet<Service>): Promise<ServiceDeps> {
  const settings = settingsOf(parts);
  const open = async <S extends Service>(service: S): Promise<ServiceDeps[S]> => {
    const opened: object = services.has(service) ? await OPEN[service](parts) : {};
    return { ...settings, ...opened } as unknown as ServiceDeps[S];
  };
  return {
    gateway: await open("gateway"),
    identity: await open("identity"),
    backend: await open("backend"),
    documents: await open("documents"),
    assistant: await open("assistant"),
  };
}
