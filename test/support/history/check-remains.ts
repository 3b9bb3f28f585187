import { readdir } from "node:fs/promises";
import { createElasticsearch } from "../../../platform/elasticsearch.ts";
import type { Product } from "../product.ts";
import type { Truth } from "./read-truth.ts";

const MOST_PASSAGES = 10_000;

/** How many passages of each piece of evidence searches could find. */
async function indexed({ config }: Product): Promise<Map<string, number>> {
  const client = createElasticsearch(config);
  const index = `${config.ELASTICSEARCH_INDEX_PREFIX}evidence-chunks`;
  await client.indices.refresh({ index });
  const found = await client.search<{ evidence_id: string }>({
    index,
    size: MOST_PASSAGES,
    _source: ["evidence_id"],
  });
  const ids = found.hits.hits.map((hit) => hit._source!.evidence_id);
  return new Map([...Map.groupBy(ids, (id) => id)].map(([id, hits]) => [id, hits.length]));
}

/** Every file of the blob store. */
async function files({ config }: Product): Promise<string[]> {
  const found = await readdir(config.DATA_DIR, { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => `${parentPath}/${name}`);
}

/** What is left of evidence that is gone, and what is missing of evidence that is there. */
export async function checkRemains(product: Product, truth: Truth): Promise<string[]> {
  const [passages, paths] = [await indexed(product), await files(product)];
  const rows = new Map(truth.evidence.map((row) => [row.id, row]));
  const uploaded = truth.events.filter(({ kind }) => kind === "evidence.uploaded");
  const gone = uploaded.map(({ subject_id }) => subject_id).filter((id) => !rows.has(id));
  const left = gone.flatMap((id) => paths.filter((path) => path.includes(id)));
  const stray = [...passages.keys()].filter((id) => !rows.has(id));
  const torn = [...rows.values()].filter(({ id, status, chunk_count, chunks }) => {
    const found = passages.get(id) ?? 0;
    return status === "superseded" ? found > 0 : chunks !== chunk_count || found !== chunk_count;
  });
  const fileless = [...rows.keys()].filter((id) => !paths.some((path) => path.includes(`${id}/original`)));
  return [
    ...left.map((path) => `file left: ${path.replace(product.config.DATA_DIR, "")}`),
    ...stray.map((id) => `the index still has ${id}`),
    ...torn.map(
      (row) =>
        `evidence ${row.id} has ${row.chunk_count} passages, ${row.chunks} rows, ${passages.get(row.id) ?? 0} in the index`,
    ),
    ...fileless.map((id) => `evidence ${id} has no file`),
  ];
}
