import { createSharedCounts, type SharedCounts } from "../../api/gateway/shared-counts.ts";
import type { Config } from "../../platform/config.ts";
import type { Logger } from "../../platform/logger.ts";

const NO_DEADLINE = 0;

/** Counts of several processes that agree however busy the machine is: none gives up waiting for PostgreSQL. */
export const exactCounts = (config: Pick<Config, "DATABASE_URL">, logger: Logger): SharedCounts =>
  createSharedCounts(config, logger, NO_DEADLINE);
