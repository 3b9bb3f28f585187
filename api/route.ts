import type { Request, Response } from "express";
import type { z } from "zod";
import type { NoteFailure } from "../domain/audit/failed-authentication.ts";
import type { Actor } from "../domain/actor.ts";
import type { CommandContext, QueryContext } from "../domain/context.ts";
import type { FileRoom } from "../domain/evidence/storage.ts";
import type { Listing } from "../domain/listing.ts";
import type { AppError } from "../platform/errors.ts";
import type { JsonBounds } from "../platform/web/survey-json.ts";
import type { ErrorWriter } from "../platform/web/answer-errors.ts";
import type { Access } from "./access.ts";

export type Method = "get" | "post" | "put" | "patch" | "delete";
export type Service = "gateway" | "identity" | "backend" | "documents" | "assistant";

/** A file received whole into a local spool; the adapter removes what the route did not take. */
export interface SpooledFile {
  path: string;
  fileName: string;
  size: number;
  /** Hex, computed while the bytes came in. */
  sha256: string;
}

/**
 * A body that may be read in a thread of its own, which finds the schema by itself: it cannot be handed over. What the
 * schema makes of the body must be JSON.
 */
export interface LargeBody extends JsonBounds {
  /** Where the route's `body` stands: the URL of the module that exports it, and its name there. */
  schema: { module: string; name: string };
}

/** The checked request. Parts a route declares no schema for are empty objects. */
export interface Input<P, Q, B> {
  params: P;
  query: Q;
  body: B;
  /** SHA-256 of a body that was too large to be read here. */
  bodyDigest?: string;
  /** The upload of a `multipart` route. */
  file: SpooledFile;
}

/** A command's context plus what only the edge knows. */
export interface RouteContext extends CommandContext {
  requestId: string;
  /** Session of the caller's token; empty on open routes. */
  sessionId: string;
  request: Request;
  /** For the audit log: the caller showed something that does not count. */
  noteFailure: NoteFailure;
  /** Says that a throttled try was no guess: it does not count. */
  proven: () => void;
  /** Run when the transaction surely did not commit: takes back what a database cannot, such as a stored file. */
  undo: (() => Promise<void>)[];
}

/** Writes the answer itself (a file, a stream) instead of the JSON envelope. */
export type RawAnswer = (response: Response) => Promise<void> | void;

/**
 * A route as data. A call goes through the same seven steps in the same order, whatever the route:
 * authenticate, parse, transaction, load, authorize, act, present.
 */
export interface RouteDefinition<P, Q, B, R, A, O> {
  method: Method;
  /** Express path; `:name` parts are described by `params`. */
  path: string;
  service: Service;
  summary: string;
  access: Access;
  params?: z.ZodType<P>;
  query?: z.ZodType<Q>;
  /** What `sort` and `search_fields` of the query may name, and the order unless it says one. */
  listing?: Pick<Listing<never>, "sortable" | "searchable" | "defaultOrder">;
  /** JSON body; for `multipart` routes the text fields of the form. */
  body?: z.ZodType<B>;
  /** Takes one file in the part `file`. */
  multipart?: boolean;
  /**
   * Room for that file by the path and the fields before it; null where they do not tell. Who may not send it there is
   * refused here, too: before it is read.
   */
  roomFor?: (ctx: QueryContext, sent: { params: P; fields: object }) => Promise<FileRoom | null>;
  /** A JSON body of up to 16 MB, for many rows at once; 1 MB unless said. */
  largeBody?: LargeBody;
  /** The body is application/x-www-form-urlencoded: each field at most once, and empty ones count as left out. */
  form?: boolean;
  /** Answers errors in the words of a protocol instead of the envelope: for every error under this path. */
  writeError?: ErrorWriter;
  /** The body comes as the bytes that were sent, in `request.body`, for a signature over them; this only describes it. */
  rawBody?: z.ZodType;
  /** The answer must not be kept by any cache. */
  noStore?: boolean;
  /** Answers the stated success status; 200 unless said. */
  status?: 200 | 201 | 202;
  /** `bare` leaves the envelope out; `raw` lets `present` write the answer. */
  answer?: "enveloped" | "bare" | "raw";
  /** What is presented; of a raw answer it is only described. */
  output?: z.ZodType<O>;
  /** A raw answer that is the enveloped one, or server-sent events for callers who ask for them. */
  alsoEvents?: true;
  /** The raw answer is a file of rows of any length: a caller may fetch few at once. Lists as CSV are so by themselves. */
  isExport?: true;
  /** Media type of a raw answer, where it is always the same. */
  produces?: string;
  /**
   * Statuses that not every route of its kind answers, and what they mean, for the description. Raw answers with an
   * `output` have that body whatever the status.
   */
  answers?: Readonly<Record<number, string>>;
  /** Optional sentence that goes into the envelope's `message`. */
  message?: string;
  /**
   * For routes where callers guess a secret: limited tightly. Answers the account at stake; null when none is named,
   * undefined when this call guesses nothing.
   */
  throttle?: (input: Input<P, Q, B>, actor: Actor, request: Request) => string | null | undefined;
  /** What the throttle counts: every try that was not `proven`, unless said, or only those answered 401, where honest callers come often. */
  throttled?: "tries" | "failures";
  /** Failures with a code or token that names nobody, beside those answered 401: counted for the address. */
  isWrongCode?: (error: AppError) => boolean;
  /**
   * Asks somebody else before the transaction begins, because their answer may take its time. Not asked for callers who
   * by role or scopes may not do this.
   */
  askFirst?: (input: Input<P, Q, B>, actor: Actor) => Promise<void>;
  /** `own` when the command manages its transaction because part of it must survive a refusal. */
  transaction?: "own";
  load?: (ctx: RouteContext, input: Input<P, Q, B>) => Promise<R>;
  act: (ctx: RouteContext, input: Input<P, Q, B>, loaded: R) => Promise<A>;
  present?: (result: A) => O | RawAnswer;
}

/** A route with its types checked and forgotten, so that routes of all kinds fit in one list. */
export type Route = RouteDefinition<unknown, unknown, unknown, unknown, unknown, unknown>;

/** What the description of the API tells of a route. */
export type DescribedRoute = Omit<
  Route,
  "load" | "act" | "present" | "askFirst" | "throttle" | "isWrongCode"
>;

/** Checks that the steps of a route fit together, at compile time. */
export function defineRoute<P = object, Q = object, B = object, R = undefined, A = undefined, O = A>(
  route: RouteDefinition<P, Q, B, R, A, O>,
): Route {
  return route as unknown as Route;
}
