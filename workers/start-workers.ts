import { createAcceptanceActivities } from "../activities/acceptance.activities.ts";
import { createApiKeyRotationActivities } from "../activities/api-key-rotation.activities.ts";
import { createExpiryActivities } from "../activities/expiry.activities.ts";
import { createHousekeepingActivities } from "../activities/housekeeping.activities.ts";
import { createIngestionActivities } from "../activities/ingestion.activities.ts";
import { createMilestoneActivities } from "../activities/milestone.activities.ts";
import { createProjectDeletionActivities } from "../activities/project-deletion.activities.ts";
import { createSecurityChangeActivities } from "../activities/security-change.activities.ts";
import { createScoreSnapshotActivities } from "../activities/score-snapshot.activities.ts";
import { createSigningKeyActivities } from "../activities/signing-key.activities.ts";
import { createReportActivities } from "../activities/report.activities.ts";
import { createRefreshActivities } from "../activities/refresh.activities.ts";
import { createPasswordResetActivities } from "../activities/password-reset.activities.ts";
import { createWithdrawalActivities } from "../activities/withdrawal.activities.ts";
import { entities } from "../domain/entities.ts";
import { createExtractor } from "../extraction/extract-document.ts";
import { createMailer } from "../integrations/mail/mailer.ts";
import { createClamAv } from "../platform/clamav.ts";
import { systemClock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import { createBlobs } from "../platform/create-blobs.ts";
import { createElasticsearch } from "../platform/elasticsearch.ts";
import type { Logger } from "../platform/logger.ts";
import { startMetrics } from "../platform/metrics.ts";
import { createOrm } from "../platform/orm.ts";
import { createTemporalClient } from "../platform/temporal.ts";
import { createEmbedder } from "../retrieval/embedding/embedder.ts";
import { loadTokenizer } from "../retrieval/embedding/tokenizer.ts";
import { openChunkIndex } from "../retrieval/index/chunk-index.ts";
import { createIndexWriter } from "../retrieval/index/index-writer.ts";
import { runAuditChainer } from "./audit-chainer.ts";
import { runRelay } from "./relay.ts";
import { ensureSchedules } from "./schedules.ts";
import { startWebhooks } from "./start-webhooks.ts";
import { bundleWorkflows, startWorker } from "./temporal-worker.ts";

/** Several documents are read at once, so that the model always has something to embed. */
const CONCURRENT_ACTIVITIES = 8;

async function openIndex(config: Config, embedder: { model: string; dimension: number }) {
  const client = createElasticsearch(config);
  const chunkIndex = await openChunkIndex(client, { prefix: config.ELASTICSEARCH_INDEX_PREFIX, ...embedder });
  return createIndexWriter({ client, chunkIndex });
}

/** Puts the Temporal worker and the relay together and runs them. */
export async function startWorkers(config: Config, logger: Logger): Promise<{ stop(): Promise<void> }> {
  const clock = systemClock;
  const orm = await createOrm(config, entities);
  const temporal = createTemporalClient(config);
  const blobs = createBlobs(config);
  const tokenizer = await loadTokenizer(config.MODEL_DIR);
  const embedder = await createEmbedder({ modelDir: config.MODEL_DIR, threads: config.EMBEDDING_THREADS });
  const extractor = createExtractor({ ocrMaxPages: config.OCR_MAX_PAGES });
  const index = await openIndex(config, embedder);
  const mailer = config.mail === null ? null : createMailer(config.mail);
  const mailing = { orm, clock, logger, mailer, publicUrl: config.publicUrl };
  const scanner =
    config.CLAMAV_HOST === undefined
      ? null
      : createClamAv({ host: config.CLAMAV_HOST, port: config.CLAMAV_PORT });
  const ingestion = { orm, clock, blobs, scanner, extractor, tokenizer, embedder, index };
  const withdrawal = { orm, clock, blobs, index, temporal: temporal.client };
  const activities = {
    ...createIngestionActivities(ingestion),
    ...createRefreshActivities(ingestion),
    ...createExpiryActivities({ orm, clock }),
    ...createScoreSnapshotActivities({ orm, clock }),
    ...createAcceptanceActivities({ orm, clock }),
    ...createApiKeyRotationActivities({ orm, clock }),
    ...createHousekeepingActivities({ orm, clock }),
    ...createSigningKeyActivities({ orm, clock, encryptionKey: config.encryptionKey }),
    ...createPasswordResetActivities(mailing),
    ...createSecurityChangeActivities(mailing),
    ...createWithdrawalActivities(withdrawal),
    ...createProjectDeletionActivities(withdrawal),
    ...createMilestoneActivities({ orm, clock }),
    ...createReportActivities({ orm, clock, blobs }),
  };
  const workflowBundle = await bundleWorkflows(logger);
  const taskQueue = config.TEMPORAL_TASK_QUEUE;
  const worker = await startWorker({
    config,
    activities,
    workflowBundle,
    taskQueue,
    concurrency: CONCURRENT_ACTIVITIES,
    logger,
  });
  const webhooks = await startWebhooks({ config, orm, temporal, clock, workflowBundle, logger });
  const metrics = await startMetrics({ port: config.WORKER_METRICS_PORT, host: config.HOST }, logger);
  await ensureSchedules(temporal.client, config);
  const relay = new AbortController();
  const chaining = runAuditChainer({ orm, logger }, relay.signal);
  const relaying = runRelay({ orm, temporal: temporal.client, taskQueue, clock, logger }, relay.signal);
  logger.info({ taskQueue }, "worker is running");
  const stop = async (): Promise<void> => {
    relay.abort();
    worker.stop();
    await Promise.all([worker.finished, webhooks.stop(), relaying, chaining]);
    await metrics.stop();
    await Promise.all([extractor.close(), embedder.close(), temporal.close(), orm.close()]);
  };
  return { stop };
}
