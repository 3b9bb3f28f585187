import { expect, test } from "@jest/globals";
import { loadConfig } from "../platform/config.ts";
import { StartError } from "../platform/process/start-error.ts";
import { createTemporalClient } from "../platform/temporal/temporal.ts";
import { requireTemporal } from "../workers/require-temporal.ts";

const { TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE } = loadConfig({ ...process.env, NODE_ENV: "test" });

async function failureOf(settings: {
  TEMPORAL_ADDRESS: string;
  TEMPORAL_NAMESPACE: string;
}): Promise<unknown> {
  const temporal = createTemporalClient(settings);
  const failure = await requireTemporal(temporal.client, settings).catch((error: unknown) => error);
  await temporal.close();
  return failure;
}

test("a worker starts if Temporal has the namespace", async () => {
  expect(await failureOf({ TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE })).toBeUndefined();
});

test("a worker that finds no namespace says how to create it", async () => {
  const failure = await failureOf({ TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE: "missing" });
  expect(failure).toBeInstanceOf(StartError);
  expect((failure as StartError).message).toBe(
    `Temporal at ${TEMPORAL_ADDRESS} has no namespace "missing": run \`node dev/migrate.ts\`, which creates it`,
  );
});

test("a worker without Temporal says which address it tried", async () => {
  const failure = await failureOf({ TEMPORAL_ADDRESS: "127.0.0.1:1", TEMPORAL_NAMESPACE });
  expect(failure).toBeInstanceOf(StartError);
  expect((failure as StartError).message).toBe(
    "Temporal at 127.0.0.1:1 does not answer: start it, or correct TEMPORAL_ADDRESS",
  );
});
