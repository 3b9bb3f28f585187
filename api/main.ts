import { startSweeping } from "../extraction/sweep-leftovers.ts";
import { loadConfig } from "../platform/config.ts";
import { createLogger } from "../platform/logger.ts";
import { runProcess } from "../platform/process/run-process.ts";
import { startApi } from "./start-api.ts";

const config = loadConfig();
const logger = createLogger("api", config.LOG_LEVEL);
startSweeping(config, logger);
await runProcess(() => startApi(config, logger), logger);
