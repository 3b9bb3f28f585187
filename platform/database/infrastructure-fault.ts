import { AppError } from "../errors.ts";

/**
 * A failure that is not the caller's fault. `away`: a server, the network, memory or file handles; the same
 * request succeeds once it is back. `full`: no space on a disk or within a quota.
 */
export type InfrastructureFault = "away" | "full";

/** Error codes of the system, DNS and undici; see errno(3). */
const UNAVAILABLE_CODES = new Set(
  `ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH EHOSTDOWN ENETUNREACH ENETDOWN ENETRESET
   EADDRNOTAVAIL ENOTCONN ENOTFOUND EAI_AGAIN EAI_FAIL EMFILE ENFILE ENOBUFS ENOMEM EAGAIN EIO EROFS ESTALE
   UND_ERR_CONNECT_TIMEOUT UND_ERR_HEADERS_TIMEOUT UND_ERR_BODY_TIMEOUT UND_ERR_SOCKET`.split(/\s+/),
);
const FULL_CODES = new Set(["ENOSPC", "EDQUOT", "EFBIG", "53100"]);

/**
 * SQLSTATEs of a server that cannot serve, not of a wrong statement: lost and refused connections (08, 28,
 * 3D), no resources (53), stopping, starting or cancelled by a timeout (57), system errors (58), sessions
 * ended by the server (25P03 to 25P04), and a standby instead of the primary (25006). A deadlock is a bug in
 * our statements.
 */
const UNAVAILABLE_SQLSTATE = /^(?:(?:08|28|53|57|58)[0-9A-Z]{3}|3D000|25P0[34]|25006)$/;

/** Messages of pg, its pool and Kysely that have no code; the last two occur while a process stops. */
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

/**
 * Names for expired deadlines (AbortSignal.timeout, Elasticsearch, S3 on either side, the steps of a search), for Elasticsearch without a connection,
 * and for a search index that must be rebuilt: what needs it waits.
 */
const UNAVAILABLE_NAMES = new Set([
  "TimeoutError",
  "RequestTimeout",
  "DeadlineError",
  "ConnectionError",
  "NoLivingConnectionsError",
  "UnusableIndexError",
]);

/** gRPC's UNAVAILABLE, DEADLINE_EXCEEDED and RESOURCE_EXHAUSTED, as used by Temporal. */
const UNAVAILABLE_GRPC = new Set([14, 4, 8]);

/** HTTP statuses of a store that is unavailable or full. */
const UNAVAILABLE_STATUS = new Set([429, 502, 503, 504]);
const FULL_STATUS = 507;
/** S3 answers 500 for a fault of its own ("InternalError"), not of the request. */
const S3_FAULT_STATUS = 500;

interface Marks {
  name?: unknown;
  message?: unknown;
  code?: unknown;
  /** gRPC errors have metadata; a number as `code` alone may be the exit status of a child process. */
  metadata?: unknown;
  statusCode?: unknown;
  $metadata?: { httpStatusCode?: unknown };
  cause?: unknown;
  errors?: unknown;
}

function ofStatus(status: unknown): InfrastructureFault | null {
  if (status === FULL_STATUS) return "full";
  return UNAVAILABLE_STATUS.has(status as number) ? "away" : null;
}

const ofS3 = (status: unknown): InfrastructureFault | null =>
  status === S3_FAULT_STATUS ? "away" : ofStatus(status);

function ofCode({ code, metadata }: Marks): InfrastructureFault | null {
  if (typeof code === "number") return metadata !== undefined && UNAVAILABLE_GRPC.has(code) ? "away" : null;
  if (typeof code !== "string") return null;
  if (FULL_CODES.has(code)) return "full";
  return UNAVAILABLE_CODES.has(code) || UNAVAILABLE_SQLSTATE.test(code) ? "away" : null;
}

function ofOne(error: Marks): InfrastructureFault | null {
  if (error instanceof AppError) return ofStatus(error.status);
  const fault = ofCode(error) ?? ofStatus(error.statusCode) ?? ofS3(error.$metadata?.httpStatusCode);
  if (fault !== null) return fault;
  const { name, message } = error;
  const isUnavailable =
    UNAVAILABLE_NAMES.has(name as string) ||
    WORDS_OF_DRIVER.some((words) => String(message).startsWith(words));
  return isUnavailable ? "away" : null;
}

/** An error that was attributed to the caller stays so, whatever caused it. */
const blamesCaller = (error: object): boolean => error instanceof AppError && error.status < 500;

/**
 * The infrastructure fault anywhere in an error: in itself, in its causes, or in the errors of an
 * AggregateError. Null if there is none: then the request, the file or our code is at fault. A full disk
 * takes precedence, because waiting alone does not fix it. Broken pipes to child processes also cause EPIPE:
 * code that runs children handles those first.
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
