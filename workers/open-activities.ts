import { createAcceptanceActivities } from "../activities/findings/acceptance.activities.ts";
import { createApiKeyRotationActivities } from "../activities/api-keys/api-key-rotation.activities.ts";
import { createControlWatchActivities } from "../activities/controls/control-watch.activities.ts";
import { createExpiryActivities } from "../activities/evidence/expiry.activities.ts";
import { createHousekeepingActivities } from "../activities/housekeeping/housekeeping.activities.ts";
import { createIngestionActivities } from "../activities/evidence/ingestion.activities.ts";
import { createInvitationActivities } from "../activities/invitations/invitation.activities.ts";
import { createMilestoneWatchActivities } from "../activities/projects/milestone-watch.activities.ts";
import { createProjectDeletionActivities } from "../activities/projects/project-deletion.activities.ts";
import { createSecurityChangeActivities } from "../activities/identity/security-change.activities.ts";
import { createRequirementVectors } from "../activities/evidence/requirement-vectors.ts";
import { createScoreSnapshotActivities } from "../activities/compliance/score-snapshot.activities.ts";
import { createSigningKeyActivities } from "../activities/identity/signing-key.activities.ts";
import { createRefreshActivities } from "../activities/evidence/refresh.activities.ts";
import { createPasswordResetActivities } from "../activities/identity/password-reset.activities.ts";
import { createWebhookNoticeActivities } from "../activities/webhooks/webhook-notice.activities.ts";
import { createWithdrawalActivities } from "../activities/evidence/withdrawal.activities.ts";
import { createExtractor, type Extractor } from "../extraction/extract-document.ts";
import { createMailer } from "../integrations/mail/mailer.ts";
import { createClamAv } from "../platform/documents/clamav.ts";
import { openBlobs } from "../platform/blobs/open-blobs.ts";
import { createElasticsearch } from "../platform/retrieval/elasticsearch.ts";
import { createEmbedder } from "../retrieval/embedding/embedder.ts";
import { openChunkIndex } from "../retrieval/index/chunk-index.ts";
import { createIndexWriter } from "../retrieval/index/index-writer.ts";
import { COUNT_PASSAGES } from "../retrieval/search/chunk-store.ts";
import { startInBackground } from "../retrieval/server/starting.ts";
import type { Logger } from "../platform/logger.ts";
import type { ActivityParts, FeatureActivities } from "./activity-parts.ts";
import { openAssistantActivities } from "./assistant/open-assistant-activities.ts";
import type { WorkerParts } from "./feature-worker.ts";
import { openQuestionnaireActivities } from "./questionnaires/open-questionnaire-activities.ts";
import { openReportActivities } from "./reports/open-report-activities.ts";

/**
 * The index writer. The first index is created in the background: while Elasticsearch is unavailable or the
 * index is lost, ingestion waits and everything else continues.
 */
function openIndex({ config, orm, logger }: WorkerParts, embedder: { model: string; dimension: number }) {
  const client = createElasticsearch(config);
  const { model, dimension } = embedder;
  const settings = { prefix: config.ELASTICSEARCH_INDEX_PREFIX, model, dimension };
  const stopping = new AbortController();
  const countPassages = async (): Promise<number> =>
    (await orm.em.fork().execute<{ count: number }[]>(COUNT_PASSAGES))[0]?.count ?? 0;
  const opening = startInBackground("Search index", () => openChunkIndex(client, settings, countPassages), {
    logger,
    signal: stopping.signal,
  });
  const close = async (): Promise<void> => {
    stopping.abort();
    await opening.made.catch(() => undefined);
    await client.close();
  };
  return { ...createIndexWriter(client, settings), close };
}

const openFeatureActivities = (parts: ActivityParts): FeatureActivities[] => [
  openReportActivities(parts),
  openAssistantActivities(parts),
  openQuestionnaireActivities(parts),
];

/** Parsers read untrusted files: operators should know what the system adds to Node's restrictions. */
function logProtections({ missing, ...on }: Extractor["protections"], logger: Logger): void {
  if (missing.length === 0) logger.info(on, "parsers run without network access, each as its own user");
  else
    logger.warn({ ...on, missing }, `parsers run without ${missing.join(" and ")}: see docs/operations.md`);
}

/** All activities of the product with their dependencies: parsers, the model, the index. */
export async function openActivities(parts: WorkerParts) {
  const { config, orm, clock, logger, temporal } = parts;
  const blobs = await openBlobs(config, logger);
  const embedder = await createEmbedder({
    modelDir: config.MODEL_DIR,
    threads: config.EMBEDDING_THREADS,
    inBackground: true,
  });
  const extractor = createExtractor({ ocrMaxPages: config.OCR_MAX_PAGES });
  logProtections(extractor.protections, logger);
  const index = openIndex(parts, embedder);
  const mailer = config.mail === null ? null : createMailer(config.mail);
  const mailing = { orm, clock, logger, mailer, publicUrl: config.publicUrl };
  const scanner =
    config.CLAMAV_HOST === undefined
      ? null
      : createClamAv({ host: config.CLAMAV_HOST, port: config.CLAMAV_PORT });
  const requirementVector = createRequirementVectors(embedder);
  const ingestion = { orm, clock, blobs, scanner, extractor, embedder, requirementVector, index };
  const withdrawal = { orm, clock, blobs, index, temporal: temporal.client };
  const own = openFeatureActivities({ ...parts, blobs, scans: scanner !== null });
  const activities = {
    ...createIngestionActivities(ingestion),
    ...createRefreshActivities(ingestion),
    ...createExpiryActivities({ orm, clock }),
    ...createScoreSnapshotActivities({ orm, clock, logger }),
    ...createAcceptanceActivities({ orm, clock }),
    ...createApiKeyRotationActivities({ orm, clock }),
    ...createHousekeepingActivities({ orm, clock, blobs }),
    ...createSigningKeyActivities({ orm, clock, encryptionKey: config.encryptionKey }),
    ...createPasswordResetActivities(mailing),
    ...createInvitationActivities(mailing),
    ...createSecurityChangeActivities(mailing),
    ...createWebhookNoticeActivities(mailing),
    ...createWithdrawalActivities(withdrawal),
    ...createProjectDeletionActivities(withdrawal),
    ...createMilestoneWatchActivities({ orm, clock }),
    ...createControlWatchActivities({ orm, clock }),
  };
  const opened = [...own, extractor, embedder, index];
  const close = async (): Promise<void> =>
    void (await Promise.all(opened.map(async (each) => each.close?.())));
  return { activities: Object.assign(activities, ...own.map((each) => each.activities)) as object, close };
}
