import { databaseGraph } from "../domain/compliance/database-graph.ts";
import type { LanguageModel } from "../domain/language-model/language-model.ts";
import { createFileTasks } from "../extraction/file-tasks.ts";
import { createGraphService } from "../integrations/graph/graph-service.ts";
import { createModelClient } from "../integrations/language-model/create-model-client.ts";
import { createFreeSpace } from "../platform/blobs/free-space.ts";
import { openBlobs } from "../platform/blobs/open-blobs.ts";
import type { TokenAudience } from "../platform/crypto/access-token.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import type { Orm } from "../platform/database/orm.ts";
import { integrationClient, identityProviderClient } from "../platform/http/outbound-clients.ts";
import type { Logger } from "../platform/logger.ts";
import { createElasticsearch } from "../platform/retrieval/elasticsearch.ts";
import type { TemporalClient } from "../platform/temporal/temporal.ts";
import type { SigningKeys } from "../runtime/identity/signing-keys.ts";
import { openLanguageModel } from "../runtime/language-model/open-language-model.ts";
import type { Authenticator } from "./gateway/authenticator.ts";
import type { DenialLogs } from "./gateway/log-denials.ts";
import type { ConsoleSessionDeps } from "./identity/console-session.routes.ts";
import { openSpool } from "./open-spool.ts";
import { createRetrievalClient } from "./retrieval/retrieval-client.ts";

/** What every API process has, whichever services it runs. */
interface Common {
  config: Config;
  /** Connections on behalf of callers. */
  callers: Orm;
  /** Connections for the service's own queries. */
  orm: Orm;
  temporal: TemporalClient;
  keys: SigningKeys;
  tokens: TokenAudience;
  pages: Pick<ConsoleSessionDeps, "cookies" | "ownOrigins">;
  authenticator: Authenticator;
  denialLogs: DenialLogs;
  clock: Clock;
  logger: Logger;
}

interface Closable {
  close(): Promise<unknown>;
}

export type ApiParts = ReturnType<typeof openParts>;

/**
 * What an API process offers to its services. A part is opened once, when a service first requests it, so
 * that a process opens only what its services need.
 */
export function openParts(common: Common) {
  const { config, orm, clock, logger } = common;
  const opened = new Map<string, unknown>();
  const closed: Closable[] = [];
  const once =
    <T>(name: string, open: () => T) =>
    (): T => {
      if (!opened.has(name)) opened.set(name, open());
      return opened.get(name) as T;
    };
  const closing = <T extends Closable>(part: T): T => {
    closed.push(part);
    return part;
  };
  const spoolDir = once("spool", () => openSpool(config));
  return {
    ...common,
    once,
    closing,
    /** The names of the parts that are open. */
    opened: (): string[] => [...opened.keys()].toSorted(),
    /** Ended in this order when the process stops: streams first, because the server waits for them. */
    streams: [] as (() => Promise<void>)[],
    /** Ended after the server, while the connections still work. */
    ends: [] as (() => Promise<void>)[],
    /** Closed afterwards. */
    closed,
    blobs: once("blobs", () => openBlobs(config, logger)),
    /** Where files are received, and the free space there. */
    spoolDir,
    space: once("space", () => createFreeSpace([config.DATA_DIR, spoolDir()], config.MIN_FREE_BYTES)),
    fileTasks: once("file tasks", () => closing(createFileTasks())),
    elasticsearch: once("elasticsearch", () => createElasticsearch(config)),
    retrieval: once("retrieval", () => createRetrievalClient(config.retrievalUrl)),
    identityProviders: once("identity providers", () => closing(identityProviderClient(config))),
    integrations: once("integrations", () => closing(integrationClient(config))),
    controlGraph: once("control graph", () => {
      const { GRAPH_SERVICE_URL: url, GRAPH_SERVICE_TOKEN: token } = config;
      if (url === undefined) return databaseGraph;
      return closing(createGraphService({ url, token, database: databaseGraph, logger }));
    }),
    languageModel: once("language model", (): LanguageModel | null => {
      if (config.languageModel === null) return null;
      const outbound = closing(createModelClient(config.AI_TIMEOUT_SECONDS * 1_000));
      return openLanguageModel({ config, orm, clock, outbound, logger });
    }),
  };
}
