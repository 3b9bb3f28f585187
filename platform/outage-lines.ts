import type { LogFn, Logger } from "pino";
import { infrastructureFault } from "./database/infrastructure-fault.ts";

/** An outage is over when nothing has failed for so long. */
const QUIET_MS = 30_000;
/** A long outage is reported again after this time. */
const REPORT_MS = 600_000;
const MAX_CAUSES = 10;
const MAX_CAUSE_LENGTH = 120;
const WARN = 40;
/** Temporal's own lines while its server is unavailable or slow; they have no error object. */
const OF_TEMPORAL =
  /^(?:gRPC call|Network error while completing|Error when recording heartbeat|Error while completing workflow|Task not found when completing|\[TMPRL1104\])/;

interface Outage {
  /** Lines not yet reported, in total and by cause. */
  repeated: number;
  causes: Map<string, number>;
  from: Date;
  until: Date;
  reportedAt: number;
}

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;

/** The message of the server or the network, without parts that differ each time: paths, durations, our own ports. */
function wordsOf(error: unknown): string {
  if (!isFields(error)) return String(error).replace(/\d+/g, "#");
  const { code, address, port, message } = error;
  if (typeof code !== "string") return String(message).replace(/\d+/g, "#");
  return typeof address === "string" ? `${code} ${address}:${String(port)}` : code;
}

function causeOf(error: unknown): string {
  let deepest: unknown = error;
  const seen = new Set<unknown>();
  while (isFields(deepest) && isFields(deepest["cause"]) && !seen.has(deepest)) {
    seen.add(deepest);
    deepest = deepest["cause"];
  }
  return wordsOf(deepest).slice(0, MAX_CAUSE_LENGTH);
}

/** The same for all lines of an outage; null for a line that no outage explains. */
function outageOf([about, message]: unknown[], level: number): string | null {
  if (level !== WARN || !isFields(about) || typeof message !== "string") return null;
  const fault = infrastructureFault(about["err"]);
  return OF_TEMPORAL.exec(message)?.[0] ?? (fault === null ? null : `${fault} ${message}`);
}

function count(outage: Outage, error: unknown): void {
  const { causes } = outage;
  const cause = causeOf(error);
  const name = causes.has(cause) || causes.size < MAX_CAUSES ? cause : "others";
  causes.set(name, (causes.get(name) ?? 0) + 1);
  outage.until = new Date();
  if (outage.repeated === 0) outage.from = outage.until;
  outage.repeated += 1;
}

function report(logger: Logger, outage: Outage, message: string): void {
  const { repeated, causes, from, until } = outage;
  if (repeated > 0) logger.warn({ repeated, causes: Object.fromEntries(causes), from, until }, message);
  outage.repeated = 0;
  outage.causes = new Map();
  outage.reportedAt = Date.now();
}

/**
 * A hook of the logger. While a server is unavailable, every request and every step that needs it fails with the
 * same warning: the first is written at once, the others at DEBUG, and their number with their causes when no more
 * follow, or every ten minutes.
 */
export function createOutageLines() {
  const outages = new Map<string, Outage>();
  const open = (logger: Logger, key: string, message: string): void => {
    const now = new Date();
    const outage = { repeated: 0, causes: new Map(), from: now, until: now, reportedAt: now.getTime() };
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
  return function logMethod(this: Logger, args: Parameters<LogFn>, write: LogFn, level: number): void {
    const key = outageOf(args, level);
    if (key === null) return write.apply(this, args);
    const [about, message] = args as unknown as [Fields, string];
    const outage = outages.get(key);
    if (outage === undefined) {
      open(this, key, message);
      return write.apply(this, args);
    }
    count(outage, about["err"]);
    if (Date.now() - outage.reportedAt >= REPORT_MS) report(this, outage, message);
    this.debug(...args);
  };
}
