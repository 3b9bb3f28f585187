import type { Config } from "../../platform/config.ts";

/** The ids of the passages in the index of one piece of evidence or project: at most 1,000, sorted. */
export async function indexedPassages(
  server: Pick<Config, "ELASTICSEARCH_URL" | "ELASTICSEARCH_INDEX_PREFIX">,
  of: { evidence_id: string } | { project_id: string },
): Promise<string[]> {
  const url = `${server.ELASTICSEARCH_URL}/${server.ELASTICSEARCH_INDEX_PREFIX}evidence-chunks/_search`;
  const response = await fetch(url, {
    method: "POST",
    body: JSON.stringify({ query: { term: of }, size: 1_000, _source: false }),
    headers: { "content-type": "application/json" },
  });
  const found = (await response.json()) as { hits: { hits: { _id: string }[] } };
  return found.hits.hits.map((hit) => hit._id).toSorted();
}
