import { pino, type Logger } from "pino";

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
 * JSON lines on standard output. ERROR means that someone must act; WARN and lower recover by themselves.
 * Secret fields are redacted at the top and one level below.
 */
export function createLogger(service: string, level: string): Logger {
  return pino({
    level,
    base: { service },
    redact: { paths: SECRET_PATHS, censor: "[redacted]" },
    timestamp: pino.stdTimeFunctions.isoTime,
  });
}
