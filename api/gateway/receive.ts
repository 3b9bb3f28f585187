import type { Request, Response } from "express";
import type { Actor } from "../../domain/actor.ts";
import { actAs } from "../../platform/database-caller.ts";
import type { Input, Route } from "../route.ts";
import type { Caller } from "./authenticator.ts";
import { authorizeUnseen } from "./authorize.ts";
import { databaseCallerOf } from "./database-caller-of.ts";
import type { RouteRuntime } from "./handle-route.ts";
import { wasAnswered } from "./idempotency.ts";
import { logDenials, type RefusedCall } from "./log-denials.ts";
import { dropFile, parseInput, type AskRoom } from "./parse-input.ts";

/** Who calls, and what they sent. */
export interface Received {
  caller: Caller;
  input: Input<unknown, unknown, unknown>;
}

const NOBODY: Actor = {
  id: "",
  role: "customer",
  managerId: null,
  demoAllowed: false,
  scopes: [],
  projectIds: null,
  apiKeyId: null,
  via: null,
};
const ANONYMOUS: Caller = { actor: NOBODY, sessionId: "" };

/** Elsewhere nothing is gained by an early answer, and who may not see a row is told that there is none. */
const isLarge = ({ multipart, largeBody }: Route): boolean => multipart === true || largeBody !== undefined;

/** Asks the route for room, for the caller. A retry gets the answer it had, whatever room there is now. */
const roomAsker = (route: Route, runtime: RouteRuntime, request: Request, caller: Caller): AskRoom =>
  async function askRoom(sent) {
    const { roomFor } = route;
    if (roomFor === undefined) return null;
    const { orm, clock, shares } = runtime;
    const { actor } = caller;
    const ctx = { em: orm.em.fork(), actor, clock };
    const ask = async () => ((await wasAnswered(runtime, ctx, route, request)) ? null : roomFor(ctx, sent));
    return shares.request(route, caller, () => actAs(databaseCallerOf(actor), ask));
  };

/** Reads the request. A body takes its time: whoever sent it must still be somebody when it has come. */
export async function receive(
  route: Route,
  runtime: RouteRuntime,
  { request, response }: { request: Request; response: Response },
  named: Omit<RefusedCall, "actor">,
): Promise<Received> {
  const identify = (): Promise<Caller> =>
    // Whoever signs in is nobody yet.
    route.access.kind === "open"
      ? Promise.resolve(ANONYMOUS)
      : runtime.authenticator.authenticate(request).catch(logDenials(runtime, { ...named, actor: null }));
  const caller = await identify();
  const { actor } = caller;
  const parse = async (): Promise<Received["input"]> => {
    if (isLarge(route)) authorizeUnseen(route.access, actor);
    const askRoom = roomAsker(route, runtime, request, caller);
    return parseInput(route, request, response, { ...runtime.uploads, askRoom });
  };
  const input = await parse().catch(logDenials(runtime, { ...named, actor }));
  try {
    return { caller: await identify(), input };
  } catch (error) {
    await dropFile(input.file);
    throw error;
  }
}
