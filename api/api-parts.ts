import type { LanguageModel } from "../domain/language-model/language-model.ts";
import type { FreeSpace } from "../platform/blobs/free-space.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import type { Orm } from "../platform/database/orm.ts";
import type { Logger } from "../platform/logger.ts";
import type { TemporalClient } from "../platform/temporal/temporal.ts";
import type { DenialLogs } from "./gateway/log-denials.ts";
import type { Clients } from "./open-clients.ts";
import type { RetrievalClient } from "./search/retrieval-client.ts";

/** What an API process offers to features that open something of their own. */
export interface ApiParts {
  config: Config;
  /** Connections for the service's own queries. */
  orm: Orm;
  temporal: TemporalClient;
  clients: Clients;
  languageModel: LanguageModel | null;
  retrieval: RetrievalClient;
  /** Where files are received, and the free space there. */
  spoolDir: string;
  space: FreeSpace;
  denialLogs: DenialLogs;
  clock: Clock;
  logger: Logger;
  /** Ended in this order when the process stops, while the connections still work. */
  ends: (() => Promise<void>)[];
  /** Closed afterwards. */
  closed: { close(): Promise<unknown> }[];
}
