import { afterAll, beforeEach } from "@jest/globals";
import { createTemporalClient, type TemporalClient } from "../../platform/temporal/temporal.ts";
import { startSlack } from "../../workers/slack/start-slack.ts";
import { startFeatureWorker } from "./feature-worker.ts";
import { startProduct, type Product, type ProductOptions } from "./product.ts";
import { startSlackServer, type SlackCall, type SlackServer } from "./slack-server.ts";
import { waitFor } from "./wait-for.ts";

interface SlackStage {
  slack: SlackServer;
  product: Product;
  temporal: TemporalClient;
  /** The calls of a method, once there are this many. */
  calls(method: string, count?: number): Promise<SlackCall[]>;
}

/**
 * Slack's server and the product that talks to it, for a whole test file: call it at the top. Without `parts`,
 * only the worker's Slack parts run.
 */
export async function startSlackForFile({ parts }: Pick<ProductOptions, "parts"> = {}): Promise<SlackStage> {
  const slack = await startSlackServer();
  const product = await startProduct({
    ...(parts && { parts }),
    environment: { SLACK_API_URL: slack.apiUrl },
  });
  const worker = parts === undefined ? await startFeatureWorker(product.config, startSlack) : null;
  const temporal = createTemporalClient(product.config);
  afterAll(async () => {
    await worker?.stop();
    await temporal.close();
    await product.stop();
    await slack.stop();
  });
  beforeEach(() => slack.reset());
  const calls = (method: string, count = 1): Promise<SlackCall[]> =>
    waitFor(
      async () => slack.to(method),
      (all) => all.length >= count,
    );
  return { slack, product, temporal, calls };
}
