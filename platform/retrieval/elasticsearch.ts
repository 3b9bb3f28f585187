import { Client } from "@elastic/elasticsearch";
import type { Config } from "../config.ts";

const ELASTICSEARCH_TIMEOUT_MS = 10_000;

/** A client with a deadline for every request; callers decide about retries (Temporal, for writes). */
export function createElasticsearch(
  config: Pick<Config, "ELASTICSEARCH_URL" | "ELASTICSEARCH_API_KEY">,
): Client {
  const { ELASTICSEARCH_URL: node, ELASTICSEARCH_API_KEY: apiKey } = config;
  return new Client({
    node,
    requestTimeout: ELASTICSEARCH_TIMEOUT_MS,
    maxRetries: 1,
    ...(apiKey === undefined ? {} : { auth: { apiKey } }),
  });
}
