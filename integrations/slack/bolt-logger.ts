import { LogLevel } from "@slack/bolt";
import type { Logger } from "../../platform/logger.ts";

type Say = (...message: unknown[]) => void;

const boltLoggerOf = (warn: Say) => ({
  debug: () => undefined,
  info: () => undefined,
  warn,
  error: warn,
  setLevel: () => undefined,
  getLevel: () => LogLevel.WARN,
  setName: () => undefined,
});

/** Bolt's lines in our log. None of them needs a person: Slack asks again, or the person there sees that it failed. */
export const createBoltLogger = (logger: Logger) =>
  boltLoggerOf((...message) => logger.warn(`slack: ${message.map(String).join(" ")}`));

/** For those who get every failure as an answer. */
export const noBoltLog = () => boltLoggerOf(() => undefined);
