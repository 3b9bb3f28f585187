import { pino, type DestinationStream, type Logger } from "pino";
import { createOutageLines } from "./outage-lines.ts";

export type { Logger };

const SECRET_PATHS = [
  "password",
  "*.password",
  "authorization",
  "*.authorization",
  "secret",
  "*.secret",
  "token",
  "*.token",
];

/**
 * JSON lines, by default on standard output. ERROR means that someone must act; WARN and lower recover by
 * themselves. Repeated warnings of an outage are counted. Secret fields are redacted at the top and one level
 * below.
 */
export function createLogger(service: string, level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { service },
    redact: { paths: SECRET_PATHS, censor: "[redacted]" },
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: { logMethod: createOutageLines() },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
