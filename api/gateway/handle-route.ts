import { IsolationLevel } from "@mikro-orm/postgresql";
import type { Request, RequestHandler, Response } from "express";
import type { Origin } from "../../domain/context.ts";
import { actAs, actAsSystem } from "../../platform/database/database-caller.ts";
import type { QueryBefore, Route, RouteContext } from "../route.ts";
import { ownOnce } from "./answer-own-once.ts";
import { isRuledOut } from "./authorize.ts";
import { authorizeAgain } from "./authorize-again.ts";
import { commitOrUndo } from "./commit-or-undo.ts";
import { contextOf } from "./context-of.ts";
import { pageOf, sendCsv, tableIn, wantsCsv, writeTable, type Table } from "./csv-answer.ts";
import type { Endpoint } from "./endpoint.ts";
import { wantsEvents } from "./event-stream.ts";
import { answerOnce, isKeyed, keyedRequest, wasAnswered } from "./idempotency.ts";
import { answerWith, namedDataOf, type JsonAnswer } from "./json-answer.ts";
import type { ListShape } from "./list-shape.ts";
import { loadAuthorized } from "./load-authorized.ts";
import { logDenials } from "./log-denials.ts";
import { originOf } from "./origin-of.ts";
import { dropFile, type parseInput } from "./parse-input.ts";
import { databaseCallerOf } from "./database-caller-of.ts";
import { receive, type ReceivedRequest } from "./receive.ts";
import { conditionsOf, readerForMatch, requireConditions } from "./preconditions.ts";
import { presentOutcome, type RouteOutcome } from "./present-outcome.ts";
import { requireReplayable } from "./require-replayable.ts";
import type { RouteRuntime } from "./route-runtime.ts";
import { streamAnswer } from "./stream-answer.ts";
import { whileAllowed } from "./while-allowed.ts";
import { withThrottle } from "./with-throttle.ts";

type CheckedInput = Awaited<ReturnType<typeof parseInput>>;

/** Steps 4 to 6; with conditions, on locked rows in the required state. */
async function loadAuthorizeAct(
  { route, reader }: Endpoint,
  ctx: RouteContext,
  input: CheckedInput,
): Promise<unknown> {
  const load = (): Promise<unknown> => loadAuthorized(route, ctx, input);
  const loaded = await load();
  const conditions = conditionsOf(route, ctx.request);
  if (conditions === null) return route.act(ctx, input, loaded);
  await requireConditions(conditions, readerForMatch(route, reader), ctx, input, loaded);
  return route.act(ctx, input, await load());
}

/** Runs the steps, in one transaction if the method changes data. */
function inTransaction<T>(
  route: Route,
  runtime: RouteRuntime,
  ctx: Omit<RouteContext, "em">,
  steps: (ctx: RouteContext) => Promise<T>,
): Promise<T> {
  const em = runtime.orm.em.fork();
  if (route.method === "get" || route.transaction === "own") return steps({ ...ctx, em });
  return commitOrUndo(em, { undo: ctx.undo, logger: runtime.logger }, async (inner) => {
    const result = await steps({ ...ctx, em: inner });
    if (ctx.undo.length === 0) return result;
    if (route.storesFile !== true) throw new Error(`${route.path} stores a file: give it \`storesFile\``);
    // Storing a file may take long, too.
    await authorizeAgain(route, runtime, ctx);
    return result;
  });
}

/**
 * Before the caller's share of the connections is used: a slow external service holds none of it. Callers who
 * lack the right are refused in step 5, where invisible rows are reported as not found.
 */
async function checkBefore(
  route: Route,
  runtime: RouteRuntime,
  { actor, clock, request, share }: Omit<RouteContext, "em">,
  input: CheckedInput,
): Promise<void> {
  if (route.checkBefore === undefined || isRuledOut(route.access, actor)) return;
  const query: QueryBefore = (ask) => share(() => ask({ em: runtime.orm.em.fork(), actor, clock }));
  // A retry gets its earlier response, whatever the service says now.
  if (isKeyed(request) && (await query((known) => wasAnswered(runtime, known, route, request)))) return;
  await route.checkBefore(input, actor, query);
}

/** The list, if the caller requests it as a table. */
const requestedTable = ({ list }: Endpoint, request: Request): ListShape | undefined =>
  list !== undefined && wantsCsv(request) ? list : undefined;

/**
 * All pages of a list in one snapshot, so that concurrent changes move no row between pages. They are written
 * to a file before anything is sent, so that a slow reader holds neither a transaction nor memory.
 */
function performTable(
  endpoint: Endpoint,
  runtime: RouteRuntime,
  ctx: Omit<RouteContext, "em">,
  input: CheckedInput,
  shape: ListShape,
): Promise<Table> {
  const { route } = endpoint;
  const headAlone = ctx.request.method === "HEAD";
  const moment = { isolationLevel: IsolationLevel.REPEATABLE_READ };
  return tableIn(runtime.uploads.spoolDir, (file) =>
    runtime.orm.em.fork().transactional((em) => {
      const pageAt = async (page: number): Promise<unknown> => {
        const result = await loadAuthorizeAct(endpoint, { ...ctx, em }, pageOf(input, shape, page));
        return namedDataOf(route, { ...ctx, em }, result, runtime.checkOutput);
      };
      return writeTable(file, shape, pageAt, { headAlone });
    }, moment),
  );
}

/** The same for a route with its own transaction that `keepsAnswer`. */
async function performOwn(
  endpoint: Endpoint,
  runtime: RouteRuntime,
  called: Omit<RouteContext, "em">,
  response: Response,
  input: CheckedInput,
): Promise<RouteOutcome> {
  const ctx = { ...called, em: runtime.orm.em.fork() };
  const once = ownOnce(endpoint, runtime, ctx, response, input);
  const act = (change = ctx.change): Promise<unknown> =>
    loadAuthorizeAct(endpoint, { ...ctx, change: whileAllowed(endpoint, runtime, ctx, change) }, input);
  if (once === null)
    return { data: await namedDataOf(endpoint.route, ctx, await act(), runtime.checkOutput) };
  return { answer: (await once.earlier()) ?? (await once.work(act)) };
}

/**
 * Steps 3 to 7 except sending: the response is read in the transaction and, with an Idempotency-Key, stored
 * in it.
 */
async function perform(
  endpoint: Endpoint,
  runtime: RouteRuntime,
  ctx: Omit<RouteContext, "em">,
  response: Response,
  input: CheckedInput,
): Promise<RouteOutcome> {
  const { route } = endpoint;
  if (route.keepsAnswer === true) return performOwn(endpoint, runtime, ctx, response, input);
  const keyed = keyedRequest(route, ctx.request, ctx.actor, input, runtime.encryptionKey);
  return inTransaction(route, runtime, ctx, async (context): Promise<RouteOutcome> => {
    const act = (): Promise<unknown> => loadAuthorizeAct(endpoint, context, input);
    const { em } = context;
    const presented = async (): Promise<unknown> => {
      const result = await act();
      // The response shows the state that is about to be committed.
      if (route.method !== "get" && route.transaction !== "own") await em.flush();
      return namedDataOf(route, context, result, runtime.checkOutput);
    };
    const mayReplay = (kept: JsonAnswer) => requireReplayable(endpoint, context, input, kept);
    if (keyed === null) return route.answer === "raw" ? { result: await act() } : { data: await presented() };
    const work = async (): Promise<JsonAnswer> => answerWith(route, await presented(), ctx.requestId);
    return { answer: await answerOnce(runtime, { em, response, keyed }, { work, mayReplay }) };
  });
}

interface Call extends ReceivedRequest {
  origin: Origin;
  route: string;
}

/** The steps after parsing, with the caller set on the database connection. */
async function answer(
  endpoint: Endpoint,
  runtime: RouteRuntime,
  { caller, input, ...call }: Call,
  request: Request,
  response: Response,
): Promise<void> {
  const { route } = endpoint;
  const account = route.throttle?.(input, caller.actor, request);
  const attempt = account === undefined ? null : { request, response, account };
  const ctx = contextOf(runtime, caller, request, call.origin);
  const shape = requestedTable(endpoint, request);
  const steps = async (proven: () => void): Promise<RouteOutcome | { table: Table } | { streamed: void }> => {
    const { request: share, read, store } = runtime.shares;
    if (shape !== undefined)
      return { table: await read(caller, () => performTable(endpoint, runtime, ctx, input, shape)) };
    await checkBefore(route, runtime, ctx, input);
    if (route.answer === "streamed" && wantsEvents(request)) {
      const context = { ...ctx, proven, em: runtime.orm.em.fork() };
      return { streamed: await streamAnswer(endpoint, runtime, context, response, input) };
    }
    const work = (): Promise<RouteOutcome> =>
      share(route, caller, () => perform(endpoint, runtime, { ...ctx, proven }, response, input));
    return route.storesFile === true ? store(caller, work) : work();
  };
  const outcome = await withThrottle(route, runtime.throttle, attempt, steps)
    .catch(logDenials(runtime, { ...call, actor: caller.actor }))
    .finally(() => dropFile(input.file));
  runtime.dispatch(ctx.events);
  if ("streamed" in outcome) return;
  if (!("table" in outcome)) return presentOutcome(endpoint, response, outcome);
  await sendCsv({ ...ctx, em: runtime.orm.em.fork() }, response, route, outcome.table);
}

/**
 * The seven steps of a call: authenticate, parse, transaction, load, authorize, act, present. A large body is
 * not read if the caller's role, scopes or credential exclude the action for all rows.
 */
async function handle(
  endpoint: Endpoint,
  runtime: RouteRuntime,
  request: Request,
  response: Response,
): Promise<void> {
  const { route } = endpoint;
  const origin = originOf(request);
  const named = { origin, route: `${route.method.toUpperCase()} ${route.path}` };
  const received = await receive(endpoint, runtime, { request, response }, named);
  const { caller } = received;
  const call = { ...named, ...received, origin: { ...origin, sessionId: caller.sessionId } };
  const isExport = route.isExport === true || requestedTable(endpoint, request) !== undefined;
  const answerCall = (): Promise<void> => answer(endpoint, runtime, call, request, response);
  const work = (): Promise<void> => (isExport ? runtime.shares.export(caller, answerCall) : answerCall());
  // During a sign-in, the service itself is the database caller.
  if (route.access.kind === "open") return actAsSystem(work);
  return actAs(databaseCallerOf(caller.actor), work);
}

export const handleRoute =
  (endpoint: Endpoint, runtime: RouteRuntime): RequestHandler =>
  (request, response) =>
    handle(endpoint, runtime, request, response);
