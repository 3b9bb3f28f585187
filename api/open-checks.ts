import { actAsSystem } from "../platform/database/database-caller.ts";
import type { Orm } from "../platform/database/orm.ts";
import { checkTemporal } from "../platform/temporal/check-temporal.ts";
import { requirePolled } from "../platform/temporal/describe-task-queues.ts";
import { allQueues } from "../runtime/task-queues.ts";
import type { GatewayRouteDeps } from "./gateway/gateway.routes.ts";
import type { ApiParts } from "./open-parts.ts";

/** Uses the connections for requests: if only other connections work, PostgreSQL is of no use. */
const checkDatabase = (pools: readonly Orm[]) => async (): Promise<void> =>
  void (await Promise.all(pools.map(({ em }) => actAsSystem(() => em.fork().execute("select 1")))));

const PATIENCE_MS = 1_500;

/** The health route of the search service reports what is missing. */
async function checkRetrieval(retrievalUrl: string): Promise<void> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const response = await fetch(new URL("/ready", retrievalUrl), { signal });
  await response.body?.cancel();
  if (response.status !== 200) throw new Error(`The search service answered ${response.status}`);
}

/** The checks of all stores and services that the product needs. */
export async function openChecks(parts: ApiParts): Promise<GatewayRouteDeps["checks"]> {
  const { config, callers, orm, temporal, keys } = parts;
  const [blobs, space, elasticsearch] = [await parts.blobs(), parts.space(), parts.elasticsearch()];
  return [
    { name: "postgres", check: checkDatabase([callers, orm]) },
    { name: "elasticsearch", check: async () => void (await elasticsearch.cluster.health()) },
    { name: "temporal", check: () => checkTemporal(temporal.client) },
    {
      name: "worker",
      check: () => requirePolled(temporal.client, allQueues(config.TEMPORAL_TASK_QUEUE)),
      isOptional: true,
    },
    { name: "blobs", check: () => blobs.check() },
    // Reading still works, and other processes use the same disk.
    { name: "disk", check: space.check, freeBytes: space.bytes, isOptional: true },
    { name: "signing_keys", check: keys.check },
    { name: "retrieval", check: () => checkRetrieval(config.retrievalUrl) },
  ];
}
