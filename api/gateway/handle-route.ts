import type { MikroORM } from "@mikro-orm/postgresql";
import type { Request, RequestHandler, Response } from "express";
import { decide, type Denial } from "../../domain/access/decide.ts";
import type { Actor } from "../../domain/actor.ts";
import type { RecordedEvent } from "../../domain/context.ts";
import type { Clock } from "../../platform/clock.ts";
import { forbidden } from "../../platform/errors.ts";
import type { Logger } from "../../platform/logger.ts";
import type { Access } from "../access.ts";
import type { RawAnswer, Route, RouteContext } from "../route.ts";
import type { Authenticator, Caller } from "./authenticator.ts";
import { toAppError } from "../../platform/web/answer-errors.ts";
import { requestIdOf, successEnvelope } from "../../platform/web/envelope.ts";
import type { MultipartOptions } from "./multipart.ts";
import { dropFile, parseInput } from "./parse-input.ts";
import type { Throttle } from "./throttle.ts";

export interface RouteRuntime {
  orm: MikroORM;
  clock: Clock;
  logger: Logger;
  authenticator: Authenticator;
  uploads: MultipartOptions;
  throttle: Throttle;
  /** Starts what committed events call for; must not throw. */
  dispatch: (events: readonly RecordedEvent[]) => void;
  /** Check answers against their schemas: on while developing and testing. */
  checkOutput: boolean;
}

const NOBODY: Actor = {
  id: "",
  role: "customer",
  managerId: null,
  demoAllowed: false,
  scopes: [],
  projectIds: null,
  apiKeyId: null,
};
const ANONYMOUS: Caller = { actor: NOBODY, sessionId: "" };

const REASONS: Record<Denial, string> = {
  scope: "The scopes of your token or API key do not cover this",
  credential: "This takes an access token, or an API key without these restrictions",
  role: "Your role may not do this here",
  condition: "Your role may not do this here",
};

/** Step 5. `loaded` is what the route loaded; lists are asked about no row in particular. */
function authorize(access: Access, actor: Actor, loaded: unknown, runtime: RouteRuntime): void {
  if (access.kind === "open") return;
  if (access.kind === "signedIn") {
    if (!actor.scopes.includes(access.scope)) throw forbidden(`This takes the scope "${access.scope}"`);
    return;
  }
  const decision = decide(actor, access.action, loaded);
  if (decision.allowed || (access.kind === "lists" && decision.because === "condition")) return;
  runtime.logger.info(
    {
      actor: actor.id,
      apiKey: actor.apiKeyId ?? undefined,
      role: actor.role,
      action: access.action,
      because: decision.because,
    },
    "denied",
  );
  throw forbidden(REASONS[decision.because]);
}

/** Steps 4 to 6 in one transaction where the method changes something. */
async function loadAuthorizeAct(
  route: Route,
  runtime: RouteRuntime,
  ctx: Omit<RouteContext, "em">,
  input: Awaited<ReturnType<typeof parseInput>>,
): Promise<unknown> {
  const steps = async (em: RouteContext["em"]) => {
    const context = { ...ctx, em };
    const loaded = await route.load?.(context, input);
    authorize(route.access, ctx.actor, loaded, runtime);
    return route.act(context, input, loaded);
  };
  const em = runtime.orm.em.fork();
  if (route.method === "get" || route.transaction === "own") return steps(em);
  return em.transactional(steps).catch(async (error: unknown) => {
    for (const undo of ctx.undo) await undo();
    throw error;
  });
}

async function present(
  route: Route,
  runtime: RouteRuntime,
  response: Response,
  result: unknown,
): Promise<void> {
  if (route.noStore === true) response.set({ "Cache-Control": "no-store", Pragma: "no-cache" });
  const presented = route.present === undefined ? result : route.present(result);
  if (route.answer === "raw") return (presented as RawAnswer)(response);
  const checked =
    runtime.checkOutput && route.output !== undefined ? route.output.parse(presented) : presented;
  const body =
    route.answer === "bare" ? checked : successEnvelope(requestIdOf(response), checked, route.message);
  response.status(route.status ?? 200).json(body);
}

/** The seven steps of a call: authenticate, parse, transaction, load, authorize, act, present. */
async function handle(
  route: Route,
  runtime: RouteRuntime,
  request: Request,
  response: Response,
): Promise<void> {
  const caller = route.access.kind === "open" ? ANONYMOUS : await runtime.authenticator.authenticate(request);
  const input = await parseInput(route, request, runtime.uploads);
  const account = route.throttle?.(input, caller.actor, request);
  const attempt = account === undefined ? null : { request, response, account };
  const failures = route.throttled === "failures" ? attempt : null;
  if (failures !== null) runtime.throttle.refuse(failures);
  else if (attempt !== null) await runtime.throttle.spend(attempt);
  const events: RecordedEvent[] = [];
  const ctx = {
    ...caller,
    events,
    clock: runtime.clock,
    requestId: requestIdOf(response),
    request,
    undo: [],
  };
  const result = await loadAuthorizeAct(route, runtime, ctx, input)
    .catch(async (error: unknown) => {
      if (failures !== null && toAppError(error).status === 401) await runtime.throttle.spend(failures);
      throw error;
    })
    .finally(() => dropFile(input.file));
  runtime.dispatch(events);
  await present(route, runtime, response, result);
}

export const handleRoute =
  (route: Route, runtime: RouteRuntime): RequestHandler =>
  (request, response) =>
    handle(route, runtime, request, response);
