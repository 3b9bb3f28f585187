import { loadConfig } from "../platform/config.ts";
import { createLogger } from "../platform/logger.ts";
import { onStopSignal } from "../platform/on-stop-signal.ts";
import { startApi } from "./start-api.ts";

const config = loadConfig();
const logger = createLogger("api", config.LOG_LEVEL);
const { stop } = await startApi(config, logger);
onStopSignal(stop, logger);
