import type { LogFn, Logger } from "pino";
import { infrastructureFault } from "./database/infrastructure-fault.ts";

/** An outage is over when nothing has failed for so long. */
const QUIET_MS = 30_000;
/** A long outage is reported again after this time. */
const REPORT_MS = 600_000;
/** More kinds of failure than servers can cause; further ones are written line by line. */
const MAX_OUTAGES = 200;
const WARN = 40;
const CODES = ["code", "name"] as const;
/** Fields of a line that tell one kind of work from another. */
const KINDS = ["step", "part"] as const;

interface Outage {
  /** Lines not yet reported. */
  repeated: number;
  from: Date;
  until: Date;
  reportedAt: number;
}

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;

/** The deepest cause, named by its code or else by its name, and its server if the error says which. */
function causeOf(error: unknown): string {
  let deepest: Fields = {};
  const seen = new Set<unknown>();
  for (let one = error; isFields(one) && !seen.has(one); one = one["cause"]) {
    seen.add(one);
    deepest = one;
  }
  const name = CODES.map((field) => deepest[field]).find((value) => typeof value === "string");
  return [name, deepest["address"], deepest["port"]].map(String).join(" ");
}

/** Equal for all lines of one outage; null for a line that no outage of a server explains. */
function outageOf([about, message]: Parameters<LogFn> | unknown[], level: number): string | null {
  if (level !== WARN || !isFields(about) || typeof message !== "string") return null;
  const { err } = about;
  if (infrastructureFault(err) === null) return null;
  return [message, ...KINDS.map((kind) => String(about[kind])), causeOf(err)].join("|");
}

/**
 * A hook of the logger. While a server is unavailable, every request and every step that needs it fails with the
 * same warning: the first is written at once, the others at DEBUG, and their number (`repeated`) when no more
 * follow, or every ten minutes.
 */
export function createOutageLines() {
  const outages = new Map<string, Outage>();
  const report = (logger: Logger, outage: Outage, message: string): void => {
    const { repeated, from, until } = outage;
    if (repeated > 0) logger.warn({ repeated, from, until }, message);
    outage.repeated = 0;
    outage.reportedAt = Date.now();
  };
  const open = (logger: Logger, key: string, message: string): void => {
    const now = new Date();
    const outage: Outage = { repeated: 0, from: now, until: now, reportedAt: now.getTime() };
    outages.set(key, outage);
    const wait = (ms: number): void => void setTimeout(look, ms).unref();
    const look = (): void => {
      const left = outage.until.getTime() + QUIET_MS - Date.now();
      // A clock that was set back must not keep it open.
      if (left > 0 && left <= QUIET_MS) return wait(left);
      outages.delete(key);
      report(logger, outage, message);
    };
    wait(QUIET_MS);
  };
  const repeat = (logger: Logger, outage: Outage, message: string): void => {
    outage.until = new Date();
    if (outage.repeated === 0) outage.from = outage.until;
    outage.repeated += 1;
    if (Date.now() - outage.reportedAt >= REPORT_MS) report(logger, outage, message);
  };
  return function logMethod(this: Logger, args: Parameters<LogFn>, write: LogFn, level: number): void {
    const key = outageOf(args, level);
    const outage = key === null ? undefined : outages.get(key);
    if (outage === undefined) {
      if (key !== null && outages.size < MAX_OUTAGES) open(this, key, String(args[1]));
      return write.apply(this, args);
    }
    repeat(this, outage, String(args[1]));
    this.debug(...args);
  };
}
