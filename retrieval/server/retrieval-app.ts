import { hash } from "node:crypto";
import express, { type Express, type Request, type RequestHandler, type Response } from "express";
import helmet from "helmet";
import { z } from "zod";
import { actAs, actAsSystem } from "../../platform/database/database-caller.ts";
import { AppError, invalid, notFound, refused, unavailable } from "../../platform/errors.ts";
import type { RateLimits } from "../../platform/rates/rate-windows.ts";
import type { FairSlots } from "../../platform/concurrency/fair-slots.ts";
import type { Logger } from "../../platform/logger.ts";
import type { ChunkStore } from "../search/chunk-store.ts";
import { withDeadline } from "../search/deadline.ts";
import type { CacheStats } from "../../platform/concurrency/byte-cache.ts";
import type { Searcher } from "../search/searcher.ts";
import type { CheckAccess } from "./check-access.ts";
import { ContextRequest, presentAnswer, presentChunk, SearchRequest } from "./contracts.ts";
import { answerErrors } from "../../platform/web/answer-errors.ts";
import { assignRequestId, requestIdOf, successEnvelope } from "../../platform/web/envelope.ts";
import { disconnectSignal } from "../../platform/web/disconnect-signal.ts";
import { refuseOtherMethods } from "../../platform/web/refuse-other-methods.ts";
import { sendJson } from "../../platform/web/send-json.ts";
import { createJsonReader } from "../../platform/web/body-reader.ts";
import { fieldErrors } from "../../platform/field-errors.ts";
import { networkOf } from "../../platform/http/ip-ranges.ts";
import { systemClock } from "../../platform/clock.ts";
import { answerLimit, showLimit } from "../../platform/rates/answer-limit.ts";
import { createLocalCounts } from "../../platform/rates/local-counts.ts";
import { identify, refuseOtherUser, type Verifiers } from "./identify.ts";
import { checkReadiness, type Component } from "./readiness.ts";

/** `/context` runs two queries and must answer within 5 s. */
const DATABASE_MS = 1_200;
/** `/stats` reads all rows. */
const COUNT_MS = 4_000;

/** The model details in `/stats`. */
export interface RetrievalFacts {
  embedding_model: string;
  dimension: number;
  reranker: { kind: string; name: string; cache?: CacheStats } | null;
}

export interface RetrievalAppDeps extends Verifiers {
  /** Throws SERVICE_UNAVAILABLE until models and index are ready. */
  searcher(): Searcher;
  facts(): RetrievalFacts;
  chunkStore: ChunkStore;
  checkAccess: CheckAccess;
  /** Concurrent searches, shared fairly among callers. */
  slots: FairSlots;
  components: Record<string, Component>;
  /** The default of `min_similarity`. */
  similarityThreshold: number;
  /** Limits per caller of this service. */
  limits: RateLimits;
  logger: Logger;
}

const sendData = (response: Response, data: unknown): Promise<void> =>
  sendJson(response, successEnvelope(requestIdOf(response), data));

/** Database failures behind a route are SERVICE_UNAVAILABLE, not bugs of this service. */
async function fromDatabase<T>(query: () => Promise<T>, milliseconds = DATABASE_MS): Promise<T> {
  try {
    return await withDeadline("Asking the database", milliseconds, undefined, query);
  } catch (cause) {
    throw unavailable("The database is not answering", { cause });
  }
}

/** Work after the backend has confirmed access: the database shows only this project. */
const within = <T>(project: string, work: () => T): T => actAs({ kind: "project", project }, work);

/** The service responds within this time, with an error if need be; gateway and network need some more. */
const ANSWER_MS = 4_500;

/** How long a caller still waits for an answer. */
interface Patience {
  /** Aborts when the caller disconnects, and with SERVICE_UNAVAILABLE when the answer is overdue. */
  signal: AbortSignal;
  leftMs(): number;
}

/** From now until the response has been sent. */
function patienceOf(response: Response): Patience {
  const controller = new AbortController();
  const until = performance.now() + ANSWER_MS;
  const overdue = () => controller.abort(unavailable("Search takes too long: try again shortly"));
  const timer = setTimeout(overdue, ANSWER_MS);
  response.once("close", () => clearTimeout(timer));
  const signal = AbortSignal.any([disconnectSignal(response), controller.signal]);
  return { signal, leftMs: () => until - performance.now() };
}

const readJson = createJsonReader("64kb");
const BOUNDS = { values: 1_000 };

/**
 * The parsed and the original body; throws VALIDATION_ERROR with every problem, and 415 for anything but
 * JSON.
 */
async function parseBody<T extends z.core.$ZodType>(
  schema: T,
  request: Request,
  response: Response,
): Promise<{ parsed: z.output<T>; sent: unknown }> {
  if (request.is("application/json") === false)
    throw refused(415, "Content-Type", "Send the body as application/json");
  const sent = await readJson(request, response, BOUNDS);
  const parsed = z.safeParse(schema, sent);
  if (parsed.success) return { parsed: parsed.data, sent };
  throw invalid(...fieldErrors("body", parsed.error, sent));
}

/**
 * Runs work that may begin before the permission is known; a refusal ends it, and takes precedence over its own
 * failure.
 */
async function whilePermitted<T>(
  permission: Promise<void>,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const refusal = new AbortController();
  permission.catch((reason: unknown) => refusal.abort(reason));
  const [permitted, done] = await Promise.allSettled([
    permission,
    work(AbortSignal.any([signal, refusal.signal])),
  ]);
  if (permitted.status === "rejected") throw permitted.reason;
  if (done.status === "rejected") throw done.reason;
  return done.value;
}

const searchRoute = (deps: RetrievalAppDeps) => async (request: Request, response: Response) => {
  // From the start, so that no search runs for a caller who disconnects during the access check.
  const { signal, leftMs } = patienceOf(response);
  const caller = await identify(request, deps);
  const { parsed, sent } = await parseBody(SearchRequest, request, response);
  refuseOtherUser(caller, parsed.user_id);
  const body = { ...parsed, min_similarity: parsed.min_similarity ?? deps.similarityThreshold };
  const permission = deps.checkAccess(caller, body.project_id, { id: requestIdOf(response), signal });
  const query = {
    query: body.query,
    projectId: body.project_id,
    evidenceTypes: body.evidence_types,
    limit: body.limit,
    minSimilarity: body.min_similarity,
    permission,
  };
  const answer = await whilePermitted(permission, signal, (permitted) => {
    const search = () => deps.searcher().search({ ...query, budgetMs: leftMs(), signal: permitted });
    return deps.slots.run(caller.userId, () => within(body.project_id, search), permitted);
  });
  await sendData(response, presentAnswer({ ...body, ...(sent as Partial<typeof body>) }, answer));
};

/** Inaccessible passages are answered like unknown ones. */
async function refuseForeign(allowed: Promise<void>): Promise<void> {
  try {
    await allowed;
  } catch (error) {
    throw error instanceof AppError && error.code === "FORBIDDEN" ? notFound("Chunk", error) : error;
  }
}

const contextRoute = (deps: RetrievalAppDeps) => async (request: Request, response: Response) => {
  const { signal } = patienceOf(response);
  const caller = await identify(request, deps);
  const { parsed: body } = await parseBody(ContextRequest, request, response);
  refuseOtherUser(caller, body.user_id);
  const projectId = await fromDatabase(() => actAsSystem(() => deps.chunkStore.projectOf(body.chunk_id)));
  if (projectId === null) throw notFound("Chunk");
  await refuseForeign(deps.checkAccess(caller, projectId, { id: requestIdOf(response), signal }));
  const around = () => deps.chunkStore.around(body.chunk_id, body.context_window);
  const found = await fromDatabase(() => within(projectId, around));
  if (found === null) throw notFound("Chunk");
  await sendData(response, {
    chunk: presentChunk(found.chunk),
    context_before: found.before.map(presentChunk),
    context_after: found.after.map(presentChunk),
  });
};

const healthRoute = (deps: RetrievalAppDeps) => async (_request: Request, response: Response) => {
  const { ready, components } = await checkReadiness(deps.components);
  if (ready) return sendData(response, { status: "ready", components });
  const details = { status: "not_ready", components };
  // The expected answer to this request; components log their own problems.
  throw unavailable("The search service is not ready", { details, expected: true });
};

const statsRoute = (deps: RetrievalAppDeps) => async (request: Request, response: Response) => {
  await identify(request, deps);
  const { chunks, evidence, signBytes } = await fromDatabase(
    () => actAsSystem(() => deps.chunkStore.totals()),
    COUNT_MS,
  );
  await sendData(response, {
    total_chunks: chunks,
    total_evidence: evidence,
    late_interaction_bytes: signBytes,
    ...deps.facts(),
  });
};

/** The credential as sent, valid or not; otherwise the address. */
function subjectOf(request: Request): string {
  const credential = request.get("x-api-key") ?? request.get("authorization");
  if (credential === undefined) return `address:${networkOf(request.ip ?? "")}`;
  return `credential:${hash("sha256", credential, "base64url")}`;
}

/** As at the gateway, probes are neither counted nor refused, whatever else their address sends. */
const PROBES: readonly string[] = ["/health", "/ready"];

/** The gateway's limits for direct callers of this service, counted in this process. */
function limitRate(limits: RateLimits): RequestHandler {
  const counts = createLocalCounts(systemClock);
  return (request, response, next) => {
    const subject = subjectOf(request);
    if (PROBES.includes(request.path)) showLimit(systemClock, response, counts.peek(subject), limits);
    else answerLimit(systemClock, response, counts.hit(subject, limits), limits);
    next();
  };
}

/** The HTTP API of the search service. Every response is in the envelope; only health needs no sign-in. */
export function createRetrievalApp(deps: RetrievalAppDeps): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.use(assignRequestId, helmet(), limitRate(deps.limits));
  app.route("/search").post(searchRoute(deps)).all(refuseOtherMethods("POST"));
  app.route("/context").post(contextRoute(deps)).all(refuseOtherMethods("POST"));
  for (const path of PROBES) app.route(path).get(healthRoute(deps)).all(refuseOtherMethods("GET", "HEAD"));
  app.route("/stats").get(statsRoute(deps)).all(refuseOtherMethods("GET", "HEAD"));
  app.use(() => {
    throw notFound("Path");
  });
  app.use(answerErrors(deps.logger));
  return app;
}
