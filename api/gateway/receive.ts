import type { Request, Response } from "express";
import type { Actor } from "../../domain/actor.ts";
import type { Origin } from "../../domain/context.ts";
import { actAs } from "../../platform/database/database-caller.ts";
import type { Input, Route, RouteContext } from "../route.ts";
import type { AuthenticatedCaller } from "./authenticator.ts";
import { authorizeUnseen } from "./authorize.ts";
import { contextOf } from "./context-of.ts";
import { databaseCallerOf } from "./database-caller-of.ts";
import type { Endpoint } from "./endpoint.ts";
import type { RouteRuntime } from "./route-runtime.ts";
import { namedDataOf } from "./json-answer.ts";
import { wasAnswered } from "./idempotency.ts";
import { loadAuthorized } from "./load-authorized.ts";
import { logDenials, type RefusedCall } from "./log-denials.ts";
import { EMPTY_FILE, dropFile, parseInput, type EarlyLookups } from "./parse-input.ts";

/** The caller and their input. */
export interface ReceivedRequest {
  caller: AuthenticatedCaller;
  input: Input<unknown, unknown, unknown>;
}

const NO_CALLER: Actor = {
  id: "",
  role: "customer",
  managerId: null,
  demoAllowed: false,
  scopes: [],
  projectIds: null,
  apiKeyId: null,
  via: null,
};
const ANONYMOUS: AuthenticatedCaller = { actor: NO_CALLER, sessionId: "" };

/** For other routes an early refusal gains nothing, and callers who cannot see a row get NOT_FOUND. */
const isLarge = ({ multipart, largeBody }: Route): boolean => multipart === true || largeBody !== undefined;

/** Queries for the caller before the request has been read: with their rights, and within their share. */
function earlyLookups(
  { route, reader }: Pick<Endpoint, "route" | "reader">,
  runtime: RouteRuntime,
  { request, caller, origin }: { request: Request; caller: AuthenticatedCaller; origin: Origin },
): EarlyLookups {
  const { actor } = caller;
  // Created on demand, because few requests query anything in advance.
  const contextNow = (): RouteContext => ({
    ...contextOf(runtime, caller, request, origin),
    em: runtime.orm.em.fork(),
  });
  const within = <T>(work: () => Promise<T>): Promise<T> =>
    runtime.shares.request(route, caller, () => actAs(databaseCallerOf(actor), work));
  return {
    space: async (sent) => {
      const { spaceFor } = route;
      if (spaceFor === undefined) return null;
      // A retry gets its earlier response, whatever room there is now.
      return within(async () => {
        const ctx = contextNow();
        return (await wasAnswered(runtime, ctx, route, request)) ? null : spaceFor(ctx, sent);
      });
    },
    current: (params) =>
      within(async () => {
        const ctx = contextNow();
        const input = { params, query: {}, body: {}, file: EMPTY_FILE };
        const loaded = await loadAuthorized(reader!, ctx, input);
        return namedDataOf(reader!, ctx, await reader!.act(ctx, input, loaded), false);
      }),
  };
}

/** Reads the request. A body takes time: its sender is authenticated again when it has arrived. */
export async function receive(
  endpoint: Pick<Endpoint, "route" | "reader">,
  runtime: RouteRuntime,
  { request, response }: { request: Request; response: Response },
  named: Omit<RefusedCall, "actor">,
): Promise<ReceivedRequest> {
  const { route } = endpoint;
  const identify = (): Promise<AuthenticatedCaller> =>
    // During a sign-in there is no caller yet.
    route.access.kind === "open"
      ? Promise.resolve(ANONYMOUS)
      : runtime.authenticator.authenticate(request).catch(logDenials(runtime, { ...named, actor: null }));
  const caller = await identify();
  const { actor } = caller;
  const parse = async (): Promise<ReceivedRequest["input"]> => {
    if (isLarge(route)) authorizeUnseen(route.access, actor);
    const lookups = earlyLookups(endpoint, runtime, { request, caller, origin: named.origin });
    const { uploads, largeBodies } = runtime;
    const sender = { caller: actor.id, largeBodies };
    return parseInput(endpoint, request, response, { ...uploads, lookups, sender });
  };
  const input = await parse().catch(logDenials(runtime, { ...named, actor }));
  try {
    return { caller: await identify(), input };
  } catch (error) {
    await dropFile(input.file);
    throw error;
  }
}
