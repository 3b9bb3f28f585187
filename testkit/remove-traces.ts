import { createElasticsearch } from "../platform/retrieval/elasticsearch.ts";
import type { Config } from "../platform/config.ts";
import { createTemporalClient } from "../platform/temporal/temporal.ts";
import { removeSchedules } from "./remove-schedules.ts";
import { dropIndices } from "./drop-indices.ts";

async function withoutSchedules(config: Config): Promise<void> {
  const { client, close } = createTemporalClient(config);
  await removeSchedules(client, config).catch(() => undefined);
  await close();
}

/**
 * Removes what a product leaves on servers that others use, too: its search indices and, if it had a worker,
 * its schedules, which would otherwise run forever. A part may not have started, or a test have left a server
 * unreachable: then nothing can be removed there.
 */
export async function removeTraces(
  config: Config,
  { hadWorker = true }: { hadWorker?: boolean } = {},
): Promise<void> {
  if (hadWorker) await withoutSchedules(config);
  await dropIndices(createElasticsearch(config), config.ELASTICSEARCH_INDEX_PREFIX).catch(() => undefined);
}
