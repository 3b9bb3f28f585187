import { isGrpcServiceError, type Client } from "@temporalio/client";
import type { Config } from "../platform/config.ts";
import { StartError } from "../platform/process/start-error.ts";
import { withDeadline } from "../platform/temporal/temporal.ts";

/** Of gRPC. */
const NOT_FOUND = 5;

/** Throws StartError unless Temporal answers and has the product's namespace. */
export async function requireTemporal(
  client: Client,
  {
    TEMPORAL_ADDRESS: address,
    TEMPORAL_NAMESPACE: namespace,
  }: Pick<Config, "TEMPORAL_ADDRESS" | "TEMPORAL_NAMESPACE">,
): Promise<void> {
  try {
    await withDeadline(client, () => client.workflowService.describeNamespace({ namespace }));
  } catch (error) {
    const message =
      isGrpcServiceError(error) && error.code === NOT_FOUND
        ? `Temporal at ${address} has no namespace "${namespace}": run \`node dev/migrate.ts\`, which creates it`
        : `Temporal at ${address} does not answer: start it, or correct TEMPORAL_ADDRESS`;
    throw new StartError(message, error);
  }
}
