import { describe, expect, it } from "@jest/globals";
import { loadConfig, type Config } from "../platform/config.ts";
import { createElasticsearch } from "../platform/retrieval/elasticsearch.ts";
import { newId } from "../platform/ids.ts";
import { createLogger } from "../platform/logger.ts";
import { startRetrieval } from "../retrieval/start-retrieval.ts";
import { createTestDatabase } from "./support/test-database.ts";
import { stopsAfterEach } from "./support/stops-after-each.ts";
import { waitFor } from "./support/wait-for.ts";

const stops = stopsAfterEach();

interface Health {
  status: number;
  components: Record<string, { status: string; error?: string; name?: string; kind?: string }>;
}

/** The service with its own database and index; `changes` overrides the test configuration. */
async function start(changes: Partial<Config> = {}) {
  const database = await createTestDatabase();
  stops.push(() => database.drop());
  const base = loadConfig();
  const prefix = `test-${newId()}-`;
  const config = {
    ...base,
    DATABASE_URL: database.url,
    ELASTICSEARCH_INDEX_PREFIX: prefix,
    EMBEDDING_THREADS: 1,
    RETRIEVAL_PORT: 0,
    ...changes,
  };
  const client = createElasticsearch(base);
  stops.push(async () => {
    const found = Object.keys(await client.indices.get({ index: `${prefix}*`, filter_path: "*.aliases" }));
    if (found.length > 0) await client.indices.delete({ index: found });
    await client.close();
  });
  const service = await startRetrieval(config, createLogger("test", "silent"));
  stops.push(() => service.stop());
  const url = `http://127.0.0.1:${service.port}`;
  return {
    url,
    health: async (): Promise<Health> => {
      const response = await fetch(`${url}/health`);
      const { data, error } = (await response.json()) as { data?: Health; error?: { details: Health } };
      return { status: response.status, components: (data ?? error?.details)?.components ?? {} };
    },
  };
}

describe("the search process", () => {
  it("listens at once, becomes ready with its models, and then names them", async () => {
    const { url, health } = await start();
    const first = await health();
    expect(first.status).toBe(503);
    expect(Object.keys(first.components).sort()).toEqual([
      "database",
      "embedding_model",
      "index",
      "reranker",
    ]);
    const { components } = await waitFor(health, (answer) => answer.status === 200);
    const { EMBEDDING_MODEL, EMBEDDING_DIMENSION } = loadConfig();
    expect(components).toMatchObject({
      database: { status: "up" },
      index: { status: "up" },
      embedding_model: { status: "up", name: EMBEDDING_MODEL, dimension: EMBEDDING_DIMENSION },
      reranker: {
        status: "up",
        name: expect.any(String),
        kind: expect.stringMatching(/^(cross-encoder|late-interaction)$/),
      },
    });
    expect((await fetch(`${url}/stats`)).status).toBe(401);
  });

  it("never becomes ready with another than the configured model", async () => {
    const { health } = await start({ EMBEDDING_MODEL: "another-model" });
    const { status, components } = await waitFor(
      health,
      (answer) => answer.components["embedding_model"]?.status === "down",
    );
    expect(status).toBe(503);
    expect(components["embedding_model"]?.error).toMatch(
      /MODEL_DIR holds .* but EMBEDDING_MODEL is another-model/,
    );
  });

  it("reports that the index is down if Elasticsearch does not answer", async () => {
    const { health } = await start({ ELASTICSEARCH_URL: "http://127.0.0.1:9" });
    const { status, components } = await waitFor(
      health,
      (answer) => answer.components["index"]?.status === "down",
    );
    expect(status).toBe(503);
    expect(components["database"]?.status).toBe("up");
  });
});
