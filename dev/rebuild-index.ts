import { SingleBar } from "cli-progress";
import { Pool } from "pg";
import { unpackVectors } from "../activities/evidence/vector-file.ts";
import { SAVE_SIGNS } from "../domain/evidence/ingestion.commands.ts";
import { blobKeys } from "../domain/evidence/blob-keys.rules.ts";
import { BlobNotFound, type BlobStore } from "../platform/blobs/blobs.ts";
import { createBlobs } from "../platform/blobs/open-blobs.ts";
import { createElasticsearch } from "../platform/retrieval/elasticsearch.ts";
import { chunkInput } from "../retrieval/chunking/chunk-document.ts";
import { storableSigns, signsTag } from "../retrieval/embedding/token-signs.rules.ts";
import { createEmbedder, type Embedder } from "../retrieval/embedding/embedder.ts";
import { rebuildIndex, type RebuildDeps } from "../retrieval/index/rebuild-index.ts";
import { createRebuildSource } from "../retrieval/index/rebuild-source.ts";
import { readArgs } from "./read-args.ts";
import { readConfig } from "./read-config.ts";
import { checkDatabase } from "./stack/check-database.ts";
import { reportFailure } from "./stack/stack-error.ts";

const HELP = `npm run index:rebuild [-- --discard-unfinished]

Rebuilds the search index from PostgreSQL and blobs while the product runs, and switches to it in one step. Passages
that lack the data for late interaction (embedded by an earlier version) are embedded again.
After a change of the embedding model, restart the services once the rebuild is complete.

--discard-unfinished   discard what an interrupted rebuild left behind
`;

const LACKS_SIGNS = `
  select 1 from evidence_chunks where evidence_id = $1 and revision = $2
    and (signs is null or substring(signs for $3) <> $4) limit 1`;

/** Whether passages lack this model's data for late interaction, because they were embedded before it was stored. */
async function lacksSigns(pool: Pool, model: string, evidenceId: string, revision: number): Promise<boolean> {
  const tag = signsTag(model);
  return (await pool.query(LACKS_SIGNS, [evidenceId, revision, tag.length, tag])).rowCount === 1;
}

/** Vectors that ingestion stored; those of another model are useless. */
async function keptVectors(
  blobs: BlobStore,
  { model }: Embedder,
  evidenceId: string,
  revision: number,
): Promise<Float32Array[] | null> {
  try {
    const kept = unpackVectors(await blobs.get(blobKeys(evidenceId).vectors(revision)));
    return kept.model === model ? kept.vectors : null;
  } catch (error) {
    if (error instanceof BlobNotFound) return null;
    throw error;
  }
}

async function rebuild(discardUnfinished: boolean): Promise<void> {
  const config = readConfig();
  await checkDatabase(config.DATABASE_URL);
  const [pool, client, blobs] = [
    // It reads complete tables, whatever the statement timeout of the database.
    new Pool({ connectionString: config.DATABASE_URL, max: 2, options: "-c statement_timeout=0" }),
    createElasticsearch(config),
    await createBlobs(config),
  ];
  const embedder = await createEmbedder({ modelDir: config.MODEL_DIR });
  const bar = new SingleBar({
    format: "{bar} {percentage}% | {value}/{total} passages | {eta_formatted} left",
  });
  const { model, dimension } = embedder;
  const embed: RebuildDeps["embed"] = async (chunks) => {
    const texts = chunks.map(({ title, headings, text }) => chunkInput(title, { headings, text }));
    const embeddings = await embedder.embedPassages(texts);
    const signs = embeddings.map((embedding) => storableSigns(embedding.signs, model));
    await pool.query(SAVE_SIGNS, [chunks.map(({ id }) => id), signs]);
    return embeddings.map(({ vector }) => vector);
  };
  const vectorsFor: RebuildDeps["vectorsFor"] = async (evidenceId, revision) =>
    (await lacksSigns(pool, model, evidenceId, revision))
      ? null
      : keptVectors(blobs, embedder, evidenceId, revision);
  try {
    bar.start(0, 0);
    const { index, chunks } = await rebuildIndex({
      client,
      settings: { prefix: config.ELASTICSEARCH_INDEX_PREFIX, model, dimension },
      source: createRebuildSource(pool),
      vectorsFor,
      embed,
      onProgress: (done, total) => {
        bar.setTotal(Math.max(done, total));
        bar.update(done);
      },
      discardUnfinished,
    });
    bar.stop();
    process.stdout.write(`Search now uses ${index}: ${chunks} passages copied.\n`);
  } finally {
    bar.stop();
    await Promise.all([embedder.close(), pool.end(), client.close()]);
  }
}

const options = { "discard-unfinished": { type: "boolean", default: false } } as const;
const discard = readArgs({ help: HELP, options }, (values) => values["discard-unfinished"]);
await rebuild(discard).catch(reportFailure);
