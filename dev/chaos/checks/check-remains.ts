import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Config } from "../../../platform/config.ts";
import { createElasticsearch } from "../../../platform/retrieval/elasticsearch.ts";
import type { Truth } from "./read-truth.ts";

type Remains = Pick<
  Config,
  "DATA_DIR" | "ELASTICSEARCH_URL" | "ELASTICSEARCH_API_KEY" | "ELASTICSEARCH_INDEX_PREFIX"
>;

const PAGE = 1_000;
/** How long Elasticsearch keeps the state between two pages. */
const KEPT = "1m";

/** The ids of all searchable passages. */
async function indexedIds(place: Remains): Promise<Set<string>> {
  const client = createElasticsearch(place);
  const index = `${place.ELASTICSEARCH_INDEX_PREFIX}evidence-chunks`;
  await client.indices.refresh({ index });
  const ids = new Set<string>();
  let page = await client.search({ index, size: PAGE, scroll: KEPT, _source: false });
  while (page.hits.hits.length > 0) {
    for (const { _id: id } of page.hits.hits) ids.add(id!);
    page = await client.scroll({ scroll_id: page._scroll_id!, scroll: KEPT });
  }
  await client.clearScroll({ scroll_id: page._scroll_id! });
  return ids;
}

/** All files in the data folder. */
async function files({ DATA_DIR }: Remains): Promise<string[]> {
  const found = await readdir(DATA_DIR, { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

async function sha256(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

/** Missing files and files that differ from the upload. */
async function fileFaults({ evidence }: Truth, paths: readonly string[]): Promise<string[]> {
  const faults = evidence.map(async ({ id, sha256: expected }) => {
    const path = paths.find((one) => one.endsWith(`${id}/original`));
    if (path === undefined) return [`evidence ${id} has no file`];
    return (await sha256(path)) === expected
      ? []
      : [`evidence ${id} has a different file from the uploaded one`];
  });
  return (await Promise.all(faults)).flat();
}

/** Compares the passages in the rows and in the index by id. */
function passageFaults({ evidence, chunks }: Truth, indexed: ReadonlySet<string>): string[] {
  const isFound = (status: string): boolean => status !== "superseded";
  const live = new Map(evidence.map((row) => [row.id, row]));
  const wanted = new Set(
    chunks.filter(({ evidence_id: id }) => isFound(live.get(id)!.status)).map(({ id }) => id),
  );
  const counted = Map.groupBy(chunks, ({ evidence_id: id }) => id);
  const torn = evidence.filter(
    ({ id, status, chunk_count: count }) => isFound(status) && (counted.get(id)?.length ?? 0) !== count,
  );
  return [
    ...[...wanted].filter((id) => !indexed.has(id)).map((id) => `the index lacks ${id}`),
    ...[...indexed].filter((id) => !wanted.has(id)).map((id) => `only the index has ${id}`),
    ...torn.map(({ id, chunk_count: count }) => `evidence ${id} claims to have ${count} passages`),
  ];
}

/** Leftovers of removed evidence, and missing parts of existing evidence. */
export async function checkRemains(place: Remains, truth: Truth): Promise<string[]> {
  const [indexed, paths] = [await indexedIds(place), await files(place)];
  const rows = new Set(truth.evidence.map(({ id }) => id));
  const uploaded = truth.events.filter(({ kind }) => kind === "evidence.uploaded");
  const gone = uploaded.map(({ subject_id: id }) => id).filter((id) => !rows.has(id));
  const left = gone.flatMap((id) => paths.filter((path) => path.includes(id)));
  return [
    ...left.map((path) => `file left: ${path.replace(place.DATA_DIR, "")}`),
    ...passageFaults(truth, indexed),
    ...(await fileFaults(truth, paths)),
  ];
}
