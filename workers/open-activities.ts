import { createAcceptanceActivities } from "../activities/findings/acceptance.activities.ts";
import { createApiKeyRotationActivities } from "../activities/api-keys/api-key-rotation.activities.ts";
import { createAssistantJobActivities } from "../activities/assistant/assistant-job.activities.ts";
import { createExpiryActivities } from "../activities/evidence/expiry.activities.ts";
import { createHousekeepingActivities } from "../activities/housekeeping/housekeeping.activities.ts";
import { createIngestionActivities } from "../activities/evidence/ingestion.activities.ts";
import { createInvitationActivities } from "../activities/invitations/invitation.activities.ts";
import { createMilestoneActivities } from "../activities/projects/milestone.activities.ts";
import { createProjectDeletionActivities } from "../activities/projects/project-deletion.activities.ts";
import { createSecurityChangeActivities } from "../activities/identity/security-change.activities.ts";
import { createScoreSnapshotActivities } from "../activities/compliance/score-snapshot.activities.ts";
import { createSigningKeyActivities } from "../activities/identity/signing-key.activities.ts";
import {
  createQuestionnaireActivities,
  type QuestionnaireDeps,
} from "../activities/questionnaires/questionnaire.activities.ts";
import { createReportActivities } from "../activities/reports/report.activities.ts";
import { createRefreshActivities } from "../activities/evidence/refresh.activities.ts";
import { createPasswordResetActivities } from "../activities/identity/password-reset.activities.ts";
import { createWebhookNoticeActivities } from "../activities/webhooks/webhook-notice.activities.ts";
import { createWithdrawalActivities } from "../activities/evidence/withdrawal.activities.ts";
import { createExtractor, type Extractor } from "../extraction/extract-document.ts";
import { createReportFiles } from "../extraction/report-files.ts";
import { meterModel } from "../domain/language-model/meter-model.ts";
import { createLanguageModel } from "../integrations/llm/create-language-model.ts";
import { createModelClient } from "../integrations/llm/create-model-client.ts";
import { createMailer } from "../integrations/mail/mailer.ts";
import { createClamAv } from "../platform/documents/clamav.ts";
import { openBlobs } from "../platform/blobs/open-blobs.ts";
import { createElasticsearch } from "../platform/search/elasticsearch.ts";
import { createEmbedder } from "../retrieval/embedding/embedder.ts";
import { loadTokenizer } from "../retrieval/embedding/tokenizer.ts";
import { indexNames, openChunkIndex } from "../retrieval/index/chunk-index.ts";
import { createIndexWriter } from "../retrieval/index/index-writer.ts";
import { COUNT_PASSAGES } from "../retrieval/search/chunk-store.ts";
import { startInBackground } from "../retrieval/server/starting.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import type { Logger } from "../platform/logger.ts";
import type { Orm } from "../platform/database/orm.ts";
import type { Client } from "@temporalio/client";

/**
 * The index writer. The first index is created in the background: while Elasticsearch is unavailable or the
 * index is lost, ingestion waits and everything else continues.
 */
function openIndex({ config, orm, logger }: Parts, embedder: { model: string; dimension: number }) {
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
  return { ...createIndexWriter({ client, names: indexNames(settings), model }), close };
}

function openModel({ config, orm: { em }, clock, logger }: Parts) {
  const { languageModel: options, AI_TIMEOUT_SECONDS: seconds, AI_TOKENS_PER_DAY: perDay } = config;
  const outbound = createModelClient(seconds * 1_000);
  const languageModel =
    options === null
      ? null
      : meterModel(createLanguageModel(options, { outbound, logger }), { em, clock, perDay });
  return { languageModel, close: outbound.close };
}

interface Parts {
  config: Config;
  orm: Orm;
  clock: Clock;
  logger: Logger;
  temporal: Client;
  searchAs: QuestionnaireDeps["searchAs"];
}

/** Parsers read untrusted files: operators should know what the system adds to Node's restrictions. */
function logProtections({ missing, ...on }: Extractor["protections"], logger: Logger): void {
  if (missing.length === 0) logger.info(on, "parsers run without network, each as a user of its own");
  else
    logger.warn({ ...on, missing }, `parsers run without ${missing.join(" and ")}: see docs/operations.md`);
}

/** All activities of the product with their dependencies: parsers, the model, the index. */
export async function openActivities(parts: Parts) {
  const { config, orm, clock, logger, temporal, searchAs } = parts;
  const blobs = await openBlobs(config, logger);
  const tokenizer = await loadTokenizer(config.MODEL_DIR);
  const embedder = await createEmbedder({ modelDir: config.MODEL_DIR, threads: config.EMBEDDING_THREADS });
  const extractor = createExtractor({ ocrMaxPages: config.OCR_MAX_PAGES });
  const files = createReportFiles();
  logProtections(extractor.protections, logger);
  const index = openIndex(parts, embedder);
  const model = openModel(parts);
  const mailer = config.mail === null ? null : createMailer(config.mail);
  const mailing = { orm, clock, logger, mailer, publicUrl: config.publicUrl };
  const scanner =
    config.CLAMAV_HOST === undefined
      ? null
      : createClamAv({ host: config.CLAMAV_HOST, port: config.CLAMAV_PORT });
  const ingestion = { orm, clock, blobs, scanner, extractor, tokenizer, embedder, index };
  const withdrawal = { orm, clock, blobs, index, temporal };
  const activities = {
    ...createIngestionActivities(ingestion),
    ...createRefreshActivities(ingestion),
    ...createExpiryActivities({ orm, clock }),
    ...createScoreSnapshotActivities({ orm, clock }),
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
    ...createMilestoneActivities({ orm, clock }),
    ...createReportActivities({ orm, clock, blobs, files, scans: scanner !== null }),
    ...createAssistantJobActivities({ orm, clock, languageModel: model.languageModel }),
    ...createQuestionnaireActivities({ orm, clock, searchAs }),
  };
  const opened = [model, extractor, files, embedder, index];
  const close = async (): Promise<void> => void (await Promise.all(opened.map((each) => each.close())));
  return { activities, close };
}
