import { loadConfig } from "../platform/config.ts";
import { createLogger } from "../platform/logger.ts";
import { onStopSignal } from "../platform/on-stop-signal.ts";
import { startRetrieval } from "./start-retrieval.ts";

const config = loadConfig();
const logger = createLogger("retrieval", config.LOG_LEVEL);
const { stop } = await startRetrieval(config, logger);
onStopSignal(stop, logger);
