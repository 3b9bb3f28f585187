import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { prepareModels } from "../setup/models.mjs";
import { startElasticsearch, type JavaOptions } from "./elasticsearch.ts";
import { startPostgres } from "./postgres.ts";
import { prepareTemporal } from "./prepare-temporal.ts";
import type { Child, Supervisor } from "./supervisor.ts";
import { startTemporal } from "./temporal.ts";

export interface ServicesOptions {
  supervisor: Supervisor;
  dataDir: string;
  ports: { postgres: number; elasticsearch: number; temporal: number; temporalUi: number };
  /** Existing servers, used as they are; none is started for these. */
  given: {
    DATABASE_URL?: string | undefined;
    ELASTICSEARCH_URL?: string | undefined;
    TEMPORAL_ADDRESS?: string | undefined;
  };
  temporalUiUrl: string;
  namespace: string;
  java: JavaOptions;
  durable: boolean;
  report: (text: string) => void;
  /** What to do with the database as soon as it is there, while the other servers start. */
  prepareDatabase?: (url: string) => Promise<void>;
}

export interface Services {
  /** Their settings for the product, as environment variables. */
  environment: Record<string, string>;
  children: Child[];
}

async function timed<T>(name: string, report: (text: string) => void, work: () => Promise<T>): Promise<T> {
  const since = Date.now();
  const result = await work();
  report(`${name} is ready (${((Date.now() - since) / 1000).toFixed(1)} s)`);
  return result;
}

const used = (url: string): { url: string; child: null } => ({ url, child: null });

type Common = Pick<ServicesOptions, "supervisor" | "dataDir"> & { logDir: string };

async function startDatabase(
  { given: { DATABASE_URL }, ports, durable, report, prepareDatabase }: ServicesOptions,
  common: Common,
): Promise<{ url: string; child: Child | null }> {
  const start = () => startPostgres({ ...common, port: ports.postgres, durable });
  const started = DATABASE_URL === undefined ? await timed("PostgreSQL", report, start) : used(DATABASE_URL);
  await prepareDatabase?.(started.url);
  return started;
}

/** Starts the missing servers, all at the same time. The supervisor ends them, even if this throws. */
export async function startServices(options: ServicesOptions): Promise<Services> {
  const { supervisor, dataDir, ports, given, temporalUiUrl, namespace, java, durable, report } = options;
  const logDir = join(dataDir, "logs");
  mkdirSync(logDir, { recursive: true, mode: 0o755 });
  const common = { supervisor, dataDir, logDir };
  const { ELASTICSEARCH_URL, TEMPORAL_ADDRESS } = given;
  const ofTemporal = { port: ports.temporal, uiPort: ports.temporalUi, namespace, isNew: !durable };
  const [postgres, elasticsearch, temporal, modelDir] = await Promise.all([
    startDatabase(options, common),
    ELASTICSEARCH_URL !== undefined
      ? used(ELASTICSEARCH_URL)
      : timed("Elasticsearch", report, () =>
          startElasticsearch({ ...common, ...java, port: ports.elasticsearch }),
        ),
    TEMPORAL_ADDRESS !== undefined
      ? prepareTemporal(TEMPORAL_ADDRESS, namespace).then(() => used(TEMPORAL_ADDRESS))
      : timed("Temporal", report, () => startTemporal({ ...common, ...ofTemporal })),
    prepareModels(report),
  ]);
  return {
    environment: {
      DATABASE_URL: postgres.url,
      ELASTICSEARCH_URL: elasticsearch.url,
      TEMPORAL_ADDRESS: temporal.url,
      TEMPORAL_NAMESPACE: namespace,
      TEMPORAL_UI_URL: temporalUiUrl,
      MODEL_DIR: modelDir,
    },
    children: [postgres, elasticsearch, temporal].flatMap(({ child }) => (child === null ? [] : [child])),
  };
}
