import { expect, test } from "@jest/globals";
import { createTemporalClient } from "../../platform/temporal/temporal.ts";
import { openLink } from "../../dev/stack/link.ts";
import { waitFor } from "../support/wait-for.ts";

test("closing ends the calls that wait for their next attempt", async () => {
  const link = await openLink("127.0.0.1:9");
  link.set("failing");
  const config = { TEMPORAL_ADDRESS: link.address, TEMPORAL_NAMESPACE: "own" };
  const { client, close } = createTemporalClient(config);
  const failure = client.workflowService
    .describeNamespace({ namespace: "own" })
    .catch(({ code }: { code: number }) => code);
  await waitFor(
    async () => link.hasHit(),
    (isHit) => isHit,
  );
  await close();
  // Cancelled or unavailable, depending on whether the first answer arrived before.
  expect([1, 14]).toContain(await failure);
  await link.close();
});
