import type { Request, Response } from "express";
import type { Origin } from "../../domain/context.ts";
import { disconnectSignal } from "../../platform/web/disconnect-signal.ts";
import type { RouteContext, WaitingCaller } from "../route.ts";
import type { AuthenticatedCaller } from "./authenticator.ts";
import { shareOf } from "./create-shares.ts";
import type { RouteRuntime } from "./route-runtime.ts";
import { responseOf } from "../../platform/web/response-of.ts";

/** The caller of a response, watched from the first use of the signal: most routes never use it. */
function waitingOn(response: Response): WaitingCaller {
  let watched: AbortSignal | undefined;
  return {
    get signal() {
      return (watched ??= disconnectSignal(response));
    },
    onStep: () => undefined,
  };
}

/** What a route knows of a request, apart from its connection to the database. */
export const contextOf = (
  runtime: RouteRuntime,
  caller: AuthenticatedCaller,
  request: Request,
  origin: Origin,
): Omit<RouteContext, "em"> => ({
  ...caller,
  events: [],
  clock: runtime.clock,
  requestId: origin.requestId,
  origin,
  request,
  recordFailure: (failure) => runtime.recordFailure(failure, origin),
  proven: () => undefined,
  undo: [],
  share: shareOf(runtime.shares, caller),
  change: (work) => runtime.orm.em.fork().transactional(work),
  waiting: waitingOn(responseOf(request)),
});
