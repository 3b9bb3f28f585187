import { startSweeping } from "../extraction/sweep-leftovers.ts";
import { loadConfig } from "../platform/config.ts";
import { createLogger } from "../platform/logger.ts";
import { runProcess } from "../platform/process/run-process.ts";
import { startWorkers } from "./start-workers.ts";

const config = loadConfig();
const logger = createLogger("worker", config.LOG_LEVEL);
startSweeping(config, logger);
await runProcess(() => startWorkers(config, logger), logger);
