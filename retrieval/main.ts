import { loadConfig } from "../platform/config.ts";
import { createLogger } from "../platform/logger.ts";
import { runProcess } from "../platform/process/run-process.ts";
import { startRetrieval } from "./start-retrieval.ts";

const config = loadConfig();
const logger = createLogger("retrieval", config.LOG_LEVEL);
await runProcess(() => startRetrieval({ ...config, RETRIEVAL_PORT: config.searchPort }, logger), logger);
