import { loadConfig } from "../platform/config.ts";
import { createLogger } from "../platform/logger.ts";
import { runProcess } from "../platform/run-process.ts";
import { startWorkers } from "./start-workers.ts";

const config = loadConfig();
const logger = createLogger("worker", config.LOG_LEVEL);
await runProcess(() => startWorkers(config, logger), logger);
