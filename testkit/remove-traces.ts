import { createElasticsearch } from "../platform/retrieval/elasticsearch.ts";
import type { Config } from "../platform/config.ts";
import { createTemporalClient } from "../platform/temporal/temporal.ts";
import { removeSchedules } from "../workers/schedules.ts";
import { dropIndices } from "./drop-indices.ts";

/** Removes what a product leaves on servers that others use, too: its schedules and its search indices. */
export async function removeTraces(config: Config): Promise<void> {
  const { client, close } = createTemporalClient(config);
  await removeSchedules(client, config);
  await close();
  await dropIndices(createElasticsearch(config), config.ELASTICSEARCH_INDEX_PREFIX);
}
