import { LogLevel } from "@slack/bolt";
import type { Logger } from "../../platform/logger.ts";

type Write = (...message: unknown[]) => void;

const boltLoggerOf = (warn: Write) => ({
  debug: () => undefined,
  info: () => undefined,
  warn,
  error: warn,
  setLevel: () => undefined,
  getLevel: () => LogLevel.WARN,
  setName: () => undefined,
});

/**
 * Bolt's messages in our log. None needs an operator: Slack repeats the request, or the user sees that it
 * failed.
 */
export const createBoltLogger = (logger: Logger) =>
  boltLoggerOf((...message) => logger.warn(`slack: ${message.map(String).join(" ")}`));

/** For callers who get every failure as a result. */
export const noBoltLog = () => boltLoggerOf(() => undefined);
