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
 * JSON lines on standard output. ERROR means that a person must act; what heals by itself is WARN or lower.
 * Known secret fields are redacted wherever they are logged.
 */
export function createLogger(service: string, level: string): Logger {
  return pino({
    level,
    base: { service },
    redact: { paths: SECRET_PATHS, censor: "[redacted]" },
    timestamp: pino.stdTimeFunctions.isoTime,
  });
}
