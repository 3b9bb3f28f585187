import { describeFailure } from "./describe-failure.ts";
import { ensureNamespace } from "./ensure-namespace.ts";
import { StackError } from "./stack-error.ts";

/** Prepares a Temporal server that someone else started. Throws StackError if none answers. */
export async function prepareTemporal(address: string, namespace: string): Promise<void> {
  try {
    await ensureNamespace(address, namespace);
  } catch (error) {
    throw new StackError(
      `TEMPORAL_ADDRESS is "${address}", where no Temporal can be used (${describeFailure(error)}): ` +
        "start it, or correct TEMPORAL_ADDRESS.",
      { cause: error },
    );
  }
}
