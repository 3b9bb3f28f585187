import type { Request, Response } from "express";
import type { z } from "zod";
import type { RecordFailure } from "../domain/audit-log/failed-authentication.ts";
import type { Actor } from "../domain/actor.ts";
import type { Change, CommandContext, QueryContext } from "../domain/context.ts";
import type { SpaceLeft } from "../domain/evidence/storage.ts";
import type { Listing } from "../domain/listing.ts";
import type { AppError } from "../platform/errors.ts";
import type { JsonBounds } from "../platform/web/survey-json.ts";
import type { ErrorWriter } from "../platform/web/answer-errors.ts";
import type { Access, Reads } from "./access.ts";

export type Method = "get" | "post" | "put" | "patch" | "delete";
export type Service = "gateway" | "identity" | "backend" | "documents" | "assistant";

/** A file received completely into a local spool; the adapter removes it if the route does not store it. */
export interface SpooledFile {
  path: string;
  fileName: string;
  size: number;
  /** Hex, computed while receiving. */
  sha256: string;
}

/**
 * A body that may be parsed in a separate thread, which imports the schema itself because schemas cannot be
 * passed. The parsed body must be JSON.
 */
export interface LargeBody extends JsonBounds {
  /** Where the route's `body` is defined: the URL of its module, and its export name. */
  schema: { module: string; name: string };
}

/** The validated request. Parts without a schema are empty objects. */
export interface Input<P, Q, B> {
  params: P;
  query: Q;
  body: B;
  /** SHA-256 of a body that was parsed in a separate thread. */
  bodyDigest?: string;
  /** The upload of a `multipart` route. */
  file: SpooledFile;
}

/** The caller of work that takes long. */
export interface WaitingCaller {
  /** Aborts if the caller disconnects. */
  readonly signal: AbortSignal;
  /** Reports a step, for callers who receive events. */
  onStep: (name: string) => void;
}

/** A part of a streamed answer. */
export interface AnswerPart {
  event: string;
  data: unknown;
}

/** Queries with the caller's rights and within their share, in no transaction. */
export type QueryBefore = <T>(query: (ctx: QueryContext) => Promise<T>) => Promise<T>;

/** A command's context plus what only the gateway knows. */
export interface RouteContext extends CommandContext {
  requestId: string;
  /** The session of the caller's token; empty on open routes. */
  sessionId: string;
  request: Request;
  /** For the audit log: the caller presented an invalid credential. */
  recordFailure: RecordFailure;
  /** Reports that a throttled attempt was not a guess, so that it does not count. */
  proven: () => void;
  /**
   * Run if the transaction certainly did not commit: undoes what a database cannot roll back, such as a
   * stored file (`storesFile`).
   */
  undo: (() => Promise<void>)[];
  /**
   * For a route with its own transactions: runs one within the caller's share of the connections. Not while
   * another service asks this one on behalf of the caller, because that takes a share too.
   */
  share: <T>(transaction: () => Promise<T>, about?: { storesFile?: true }) => Promise<T>;
  /** The change of a route that `keepsAnswer`, whose result is the route's: its answer is stored with it. */
  change: Change;
  waiting: WaitingCaller;
}

/** Writes the response itself (a file, a stream) instead of the JSON envelope. */
export type RawAnswer = (response: Response) => Promise<void> | void;

/**
 * A route as data. Every call goes through the same seven steps: authenticate, parse, transaction, load,
 * authorize, act, present.
 */
interface RouteSteps<P, Q, B, R, A, O> {
  method: Method;
  /** Express path; `params` describes its `:name` parts. */
  path: string;
  /** Every API process serves it, whatever its services. */
  everywhere?: true;
  /** Neither counted nor refused by the rate limit: answering costs less than counting. */
  uncounted?: true;
  summary: string;
  params?: z.core.$ZodType<P>;
  query?: z.core.$ZodType<Q>;
  /** The values of `sort` and `search_fields` in the query, and the default order. */
  listing?: Pick<Listing<never>, "sortable" | "searchable" | "defaultOrder">;
  /** JSON body; for `multipart` routes the text fields of the form. */
  body?: z.core.$ZodType<B>;
  /** Accepts one file in the part `file`. */
  multipart?: boolean;
  /** The largest file of a `multipart` route, if that is less than for evidence. */
  maxFileBytes?: number;
  /**
   * The room for that file, from the path and the preceding fields; null if they do not determine it. Also
   * refuses callers who may not upload there, before the file is read.
   */
  spaceFor?: (ctx: QueryContext, sent: { params: P; fields: object }) => Promise<SpaceLeft | null>;
  /** Stores a file during its transaction, which takes as long as the blob store does. */
  storesFile?: true;
  /** A JSON body of up to 16 MB, for many rows at once; 1 MB by default. */
  largeBody?: LargeBody;
  /**
   * The body is application/x-www-form-urlencoded: each field at most once, and empty ones count as omitted.
   */
  form?: boolean;
  /** Writes errors in a protocol's format instead of the envelope, for every error under this path. */
  writeError?: ErrorWriter;
  /** `request.body` has the raw bytes, for a signature over them; this only describes the body. */
  rawBody?: z.core.$ZodType;
  /** No cache may keep the response. */
  noStore?: boolean;
  /** The success status; 200 by default. */
  status?: 200 | 201 | 202;
  /**
   * `bare` omits the envelope; `raw` lets `present` write the response; `streamed` sends server-sent events to
   * callers who request them, and the envelope to others.
   */
  answer?: "enveloped" | "bare" | "raw" | "streamed";
  /** The response data; for a raw response, only for the description. */
  output?: z.core.$ZodType<O>;
  /** The events of a streamed answer that precede the whole. */
  parts?: (data: O) => Iterable<AnswerPart>;
  /**
   * The raw response is a file of rows of any length, of which a caller may download few at once. Lists as
   * CSV always are.
   */
  isExport?: true;
  /** Media types of a raw response, if they are fixed. */
  produces?: string | readonly string[];
  /**
   * Additional statuses of this route and their meanings, for the description. Raw responses with an `output`
   * have that body for every status.
   */
  answers?: Readonly<Record<number, string>>;
  /** Optional sentence for the envelope's `message`. */
  message?: string;
  /**
   * For routes where callers may guess a secret, which have strict limits. Returns the account at risk; null
   * if none is named, undefined if this call cannot be a guess.
   */
  throttle?: (input: Input<P, Q, B>, actor: Actor, request: Request) => string | null | undefined;
  /**
   * What the throttle counts: by default every attempt that was not `proven`, or only 401 answers, for routes
   * that honest callers use often.
   */
  throttled?: "tries" | "failures";
  /**
   * Failures with a code or token that belongs to no one, in addition to 401 answers: counted for the
   * address.
   */
  isWrongCode?: (error: AppError) => boolean;
  /**
   * Calls an external service before the transaction begins, because it may be slow. Skipped for callers
   * whose role or scopes exclude the action. `query` ends before the service is called.
   */
  checkBefore?: (input: Input<P, Q, B>, actor: Actor, query: QueryBefore) => Promise<void>;
  /** `own` if the command manages its transaction, because part of it must survive a refusal. */
  transaction?: "own";
  /** With its own transaction: accepts an Idempotency-Key, because it makes its change in `ctx.change`. */
  keepsAnswer?: true;
  act: (ctx: RouteContext, input: Input<P, Q, B>, loaded: R) => Promise<A>;
  /** By default, `act` returns the response data. */
  present?: (result: A) => O | RawAnswer;
}

/** Either `access` reads the row, and nothing remains to be loaded and judged, or `load` does. */
type Loading<I, R> =
  | { access: Reads<I, R>; load?: never; subject?: never }
  | {
      access: Exclude<Access, { kind: "reads" }>;
      load?: (ctx: RouteContext, input: I) => Promise<R>;
      /** The row that the access rule judges, if `load` returns more than that. */
      subject?: (loaded: R) => unknown;
    };

export type RouteDefinition<P, Q, B, R, A, O> = RouteSteps<P, Q, B, R, A, O> & Loading<Input<P, Q, B>, R>;

/** A route with its types checked and erased, so that routes of all kinds fit in one list. */
export type Route = RouteDefinition<unknown, unknown, unknown, unknown, unknown, unknown>;

/** The parts of a route that the API description uses. */
export type DescribedRoute = Omit<
  Route,
  "load" | "subject" | "act" | "present" | "checkBefore" | "throttle" | "isWrongCode"
>;

/** Checks at compile time that the steps of a route fit together. */
export function defineRoute<P = object, Q = object, B = object, R = undefined, O = undefined>(
  route: RouteDefinition<P, Q, B, R, O | RawAnswer, O> & { present?: never },
): Route;
export function defineRoute<P = object, Q = object, B = object, R = undefined, A = undefined, O = A>(
  route: RouteDefinition<P, Q, B, R, A, O> & { present: unknown },
): Route;
export function defineRoute(route: unknown): Route {
  return route as Route;
}
