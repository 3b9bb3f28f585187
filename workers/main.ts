import { loadConfig } from "../platform/config.ts";
import { createLogger } from "../platform/logger.ts";
import { onStopSignal } from "../platform/on-stop-signal.ts";
import { startWorkers } from "./start-workers.ts";

const config = loadConfig();
const logger = createLogger("worker", config.LOG_LEVEL);
const { stop } = await startWorkers(config, logger);
onStopSignal(stop, logger);
