import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { createIngestionActivities } from "../activities/evidence/ingestion.activities.ts";
import type { IngestionDeps } from "../activities/evidence/ingestion-deps.ts";
import { createProjectDeletionActivities } from "../activities/projects/project-deletion.activities.ts";
import { createWithdrawalActivities } from "../activities/evidence/withdrawal.activities.ts";
import { EvidenceChunk } from "../domain/evidence/evidence-chunk.entity.ts";
import type { ExtractedDocument } from "../extraction/document.ts";
import { systemClock } from "../platform/clock.ts";
import { createBlobs } from "../platform/blobs/open-blobs.ts";
import { createElasticsearch } from "../platform/retrieval/elasticsearch.ts";
import { createTemporalClient } from "../platform/temporal/temporal.ts";
import { openChunkIndex } from "../retrieval/index/chunk-index.ts";
import { createIndexWriter } from "../retrieval/index/index-writer.ts";
import { startActivityWorker, type ActivityWorker } from "./support/activity-worker.ts";
import { startEvidenceProject } from "./support/evidence-project.ts";
import { createHolds } from "./support/holds.ts";
import { waitFor } from "./support/wait-for.ts";
import { wordEmbedder } from "./support/word-embedder.ts";

const WAIT_MS = 180_000;

const { product, customer, pdf, uploaded } = await startEvidenceProject();
const { config, orm } = product;
const elasticsearch = createElasticsearch(config);
const temporal = createTemporalClient(config);
const holds = createHolds<"parser" | "extracted.json" | "vectors.f32" | "index">();

const document: ExtractedDocument = {
  format: "pdf",
  pageCount: 1,
  blocks: [{ kind: "paragraph", text: "Access is reviewed every quarter.", page: 1 }],
  ocr: false,
  warnings: [],
};

/** The real activities, with points at which they can be paused. */
async function openDeps(): Promise<IngestionDeps> {
  const embedder = wordEmbedder();
  const settings = { prefix: config.ELASTICSEARCH_INDEX_PREFIX, ...embedder };
  await openChunkIndex(elasticsearch, settings, () => Promise.resolve(0));
  const [blobs, index] = [await createBlobs(config), createIndexWriter(elasticsearch, settings)];
  return {
    orm,
    clock: systemClock,
    scanner: null,
    embedder: embedder as IngestionDeps["embedder"],
    requirementVector: async () => new Float32Array(embedder.dimension),
    extractor: {
      extract: async () => {
        await holds.pass("parser");
        return { document, preview: null };
      },
    },
    blobs: {
      ...blobs,
      put: async (key, bytes) => {
        for (const name of ["extracted.json", "vectors.f32"] as const)
          if (key.endsWith(name)) await holds.pass(name);
        await blobs.put(key, bytes);
      },
    },
    index: {
      ...index,
      replaceChunks: async (evidenceId, chunks) => {
        await holds.pass("index");
        await index.replaceChunks(evidenceId, chunks);
      },
    },
  };
}

/** How often a withdrawal has asked whether the ingestion is still running. */
const polls = new Map<string, number>();
const getHandle = (workflowId: string) => {
  const handle = temporal.client.workflow.getHandle(workflowId);
  const describe = () => {
    polls.set(workflowId, (polls.get(workflowId) ?? 0) + 1);
    return handle.describe();
  };
  return { ...handle, describe };
};
const workflow = Object.create(temporal.client.workflow, { getHandle: { value: getHandle } }) as object;
const polledTemporal = Object.create(temporal.client, {
  workflow: { value: workflow },
}) as typeof temporal.client;
/** Resolves when the withdrawal waits for the ingestion: it has asked again. */
const untilWaiting = (id: string) =>
  waitFor(
    async () => polls.get(`ingest-${id}`) ?? 0,
    (count) => count >= 2,
  );

/** Activities that are running, including those that their workflow no longer waits for. */
const running = new Set<Promise<unknown>>();
const tracked = (activities: object): object =>
  Object.fromEntries(
    Object.entries(activities as Record<string, (...args: unknown[]) => Promise<unknown>>).map(
      ([name, act]) => [
        name,
        (...args: unknown[]) => {
          const work = act(...args);
          running.add(work);
          return work.finally(() => running.delete(work));
        },
      ],
    ),
  );
const untilIdle = () =>
  waitFor(
    async () => running.size,
    (size) => size === 0,
  );

let worker: ActivityWorker;
beforeAll(async () => {
  const deps = await openDeps();
  const withdrawal = { ...deps, temporal: polledTemporal };
  const activities = {
    ...createIngestionActivities(deps),
    ...createWithdrawalActivities(withdrawal),
    ...createProjectDeletionActivities(withdrawal),
  };
  worker = await startActivityWorker(config, tracked(activities));
});
afterAll(async () => {
  await worker.stop();
  await Promise.all([temporal.close(), elasticsearch.close()]);
});

const stateOf = async (workflowId: string): Promise<string> => {
  const description = await temporal.client.workflow
    .getHandle(workflowId)
    .describe()
    .catch(() => null);
  return description?.status.name ?? "not started";
};
const ended = (workflowId: string): Promise<string> =>
  waitFor(
    () => stateOf(workflowId),
    (state) => state === "COMPLETED",
    WAIT_MS,
  );

/** What remains of the evidence in each store. */
async function leftOf(id: string): Promise<unknown> {
  const index = `${config.ELASTICSEARCH_INDEX_PREFIX}evidence-chunks`;
  await elasticsearch.indices.refresh({ index });
  const { count } = await elasticsearch.count({ index, query: { term: { evidence_id: id } } });
  const folder = join(config.DATA_DIR, "blobs", "evidence", id);
  const files = await readdir(folder, { recursive: true }).catch(() => []);
  return { files, documents: count, rows: await orm.em.fork().count(EvidenceChunk, { evidence: id }) };
}
const NOTHING = { files: [], documents: 0, rows: 0 };

test.each(["parser", "extracted.json", "vectors.f32", "index"] as const)(
  "evidence that is deleted while its ingestion is at %s leaves nothing behind",
  async (place) => {
    const hold = holds.at(place);
    const id = await uploaded();
    await hold.reached;
    expect((await customer.send("DELETE", `/api/v1/evidence/${id}`)).status).toBe(200);
    await untilWaiting(id);
    hold.letGo();
    expect(await ended(`withdraw-${id}-deleted`)).toBe("COMPLETED");
    await ended(`ingest-${id}`);
    await untilIdle();
    expect(await leftOf(id)).toEqual(NOTHING);
  },
  WAIT_MS,
);

test(
  "a project that is deleted while its evidence is read leaves nothing behind",
  async () => {
    const admin = await product.signIn("admin");
    const body = { name: "Short", framework: "soc2", customer_id: customer.id };
    const project = (await admin.send("POST", "/api/v1/projects", body)).data.id;
    const hold = holds.at("vectors.f32");
    const id = await uploaded({ project_id: project });
    await hold.reached;
    expect((await admin.send("DELETE", `/api/v1/projects/${project}`)).status).toBe(202);
    await untilWaiting(id);
    hold.letGo();
    await waitFor(
      async () => (await admin.get(`/api/v1/projects/${project}/deletion`)).status,
      (status) => status === 404,
      WAIT_MS,
    );
    await untilIdle();
    expect(await leftOf(id)).toEqual(NOTHING);
  },
  WAIT_MS,
);

test(
  "an activity that never ends is abandoned, and writes nothing afterwards",
  async () => {
    const hold = holds.at("parser");
    const id = await uploaded();
    await hold.reached;
    await customer.send("DELETE", `/api/v1/evidence/${id}`);
    await ended(`withdraw-${id}-deleted`);
    hold.letGo();
    await untilIdle();
    expect(await leftOf(id)).toEqual(NOTHING);
  },
  WAIT_MS,
);

test(
  "evidence that was replaced before it was read shows that reason",
  async () => {
    const hold = holds.at("parser");
    const id = await uploaded();
    await hold.reached;
    const path = `/api/v1/evidence/${id}/versions` as const;
    const newer = await customer.upload({ name: "b.pdf", bytes: pdf }, { title: undefined } as never, path);
    hold.letGo();
    await ended(`withdraw-${id}-superseded`);
    await ended(`ingest-${newer.data.id}`);
    expect((await customer.get(`/api/v1/evidence/${id}/ingestion`)).data).toMatchObject({
      chunking_status: "FAILED",
      error: "Replaced by a newer version before it was read",
      workflow_state: "COMPLETED",
    });
    const again = await customer.send("POST", `/api/v1/evidence/${id}/ingestion/retry`);
    expect([again.status, again.body.error?.message]).toEqual([409, expect.stringContaining("replaced")]);
    const { data } = await customer.get(`/api/v1/evidence/${newer.data.id}`);
    expect(data.chunking_status).toBe("COMPLETED");
  },
  WAIT_MS,
);
