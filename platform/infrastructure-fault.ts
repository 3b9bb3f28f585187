import { AppError } from "./errors.ts";

/**
 * What fails although nobody asked for anything wrong. `away`: a server, the network, memory or file handles; the same
 * request succeeds once that is back. `full`: no room on a disk or within a quota.
 */
export type InfrastructureFault = "away" | "full";

/** Of the system, of DNS, and of undici; see errno(3). */
const AWAY_CODES = new Set(
  `ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH EHOSTDOWN ENETUNREACH ENETDOWN ENETRESET
   EADDRNOTAVAIL ENOTCONN ENOTFOUND EAI_AGAIN EAI_FAIL EMFILE ENFILE ENOBUFS ENOMEM EAGAIN EIO EROFS ESTALE
   UND_ERR_CONNECT_TIMEOUT UND_ERR_HEADERS_TIMEOUT UND_ERR_BODY_TIMEOUT UND_ERR_SOCKET`.split(/\s+/),
);
const FULL_CODES = new Set(["ENOSPC", "EDQUOT", "EFBIG", "53100"]);

/**
 * SQLSTATEs of a server that cannot serve, not of a statement that is wrong: lost and refused connections (08, 28, 3D),
 * no resources (53), stopping, starting or cancelled for taking too long (57), errors of its system (58), sessions that
 * it ended (25P03 to 25P04), and a standby in the place of the primary (25006). A deadlock is a fault of our statements.
 */
const AWAY_SQLSTATE = /^(?:(?:08|28|53|57|58)[0-9A-Z]{3}|3D000|25P0[34]|25006)$/;

/** What pg, its pool and Kysely say without a code, the last two while a process stops. */
const WORDS_OF_DRIVER = [
  "Connection terminated",
  "timeout expired",
  "timeout exceeded when trying to connect",
  "Query read timeout",
  "Client has encountered a connection error and is not queryable",
  "Client was closed and is not queryable",
  "Cannot use a pool after calling end on the pool",
  "driver has already been destroyed",
];

/** Of a deadline that passed (AbortSignal.timeout, Elasticsearch, S3), and of Elasticsearch without a connection. */
const AWAY_NAMES = new Set(["TimeoutError", "ConnectionError", "NoLivingConnectionsError"]);

/** UNAVAILABLE, DEADLINE_EXCEEDED and RESOURCE_EXHAUSTED of gRPC, which Temporal speaks. */
const AWAY_GRPC = new Set([14, 4, 8]);

/** How a store over HTTP says that it is away, or full. */
const AWAY_STATUS = new Set([429, 502, 503, 504]);
const FULL_STATUS = 507;

interface Marks {
  name?: unknown;
  message?: unknown;
  code?: unknown;
  /** Errors of gRPC carry it; a number as `code` alone may be the exit status of a child. */
  metadata?: unknown;
  statusCode?: unknown;
  $metadata?: { httpStatusCode?: unknown };
  cause?: unknown;
  errors?: unknown;
}

function ofStatus(status: unknown): InfrastructureFault | null {
  if (status === FULL_STATUS) return "full";
  return AWAY_STATUS.has(status as number) ? "away" : null;
}

function ofCode({ code, metadata }: Marks): InfrastructureFault | null {
  if (typeof code === "number") return metadata !== undefined && AWAY_GRPC.has(code) ? "away" : null;
  if (typeof code !== "string") return null;
  if (FULL_CODES.has(code)) return "full";
  return AWAY_CODES.has(code) || AWAY_SQLSTATE.test(code) ? "away" : null;
}

function ofOne(error: Marks): InfrastructureFault | null {
  if (error instanceof AppError) return ofStatus(error.status);
  const fault = ofCode(error) ?? ofStatus(error.statusCode ?? error.$metadata?.httpStatusCode);
  if (fault !== null) return fault;
  const { name, message } = error;
  const isAway =
    AWAY_NAMES.has(name as string) || WORDS_OF_DRIVER.some((words) => String(message).startsWith(words));
  return isAway ? "away" : null;
}

/** What was said to be the caller's fault stays that, whatever it was concluded from. */
const blamesCaller = (error: object): boolean => error instanceof AppError && error.status < 500;

/**
 * Which fault of the infrastructure stands anywhere behind an error: in it, along its causes, or among those it gathers
 * (AggregateError). Null where there is none: then the request, the file or our code is at fault. A full disk wins,
 * because waiting alone does not mend it. Pipes to child processes break with EPIPE as well: whoever runs a child
 * decides about those first.
 */
export function infrastructureFault(error: unknown): InfrastructureFault | null {
  const seen = new Set<unknown>();
  const found = new Set<InfrastructureFault | null>();
  const look = (one: unknown): void => {
    if (typeof one !== "object" || one === null || seen.has(one) || blamesCaller(one)) return;
    seen.add(one);
    const marks: Marks = one;
    found.add(ofOne(marks));
    look(marks.cause);
    if (Array.isArray(marks.errors)) marks.errors.forEach(look);
  };
  look(error);
  if (found.has("full")) return "full";
  return found.has("away") ? "away" : null;
}
