import type { FeatureWorker, FeatureWorkerParts } from "./feature-worker.ts";
import { startSlack } from "./slack/start-slack.ts";
import { startWebhooks } from "./webhooks/start-webhooks.ts";
import { startWhatsapp } from "./whatsapp/start-whatsapp.ts";

type StartFeatureWorker = (parts: FeatureWorkerParts) => Promise<FeatureWorker>;

/** Features with a task queue of their own, in the order in which they receive events. */
const FEATURE_WORKERS: readonly StartFeatureWorker[] = [startWebhooks, startWhatsapp, startSlack];

export async function startFeatureWorkers(parts: FeatureWorkerParts): Promise<FeatureWorker[]> {
  const started: FeatureWorker[] = [];
  for (const start of FEATURE_WORKERS) started.push(await start(parts));
  return started;
}
