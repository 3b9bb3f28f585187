import type { Response } from "express";
import { failureOf } from "../../platform/web/answer-errors.ts";
import { requestIdOf } from "../../platform/web/envelope.ts";
import type { Route, RouteContext } from "../route.ts";
import { openEventStream } from "./event-stream.ts";
import { dataOf } from "./json-answer.ts";
import { loadAuthorized } from "./load-authorized.ts";
import type { parseInput } from "./parse-input.ts";
import type { RouteRuntime } from "./route-runtime.ts";

/**
 * Steps 4 to 7 as server-sent events, and the only place that sends them for an answer. The stream begins
 * once the caller may act; earlier errors are ordinary responses. It reports steps while the route acts, then
 * the answer in parts and as a whole. An error ends it as an event, because the status has been sent.
 */
export async function streamAnswer(
  route: Route,
  runtime: RouteRuntime,
  ctx: RouteContext,
  response: Response,
  input: Awaited<ReturnType<typeof parseInput>>,
): Promise<void> {
  const loaded = await loadAuthorized(route, ctx, input);
  const { signal } = ctx.waiting;
  response.vary("Accept");
  const events = openEventStream(response);
  const waiting = { signal, onStep: (tool: string) => events.send("step", { tool }) };
  try {
    const data = dataOf(route, await route.act({ ...ctx, waiting }, input, loaded), runtime.checkOutput);
    for (const part of route.parts?.(data) ?? []) events.send(part.event, part.data);
    events.send("done", data);
  } catch (error) {
    if (signal.aborted) return;
    const { code, message, details } = failureOf(error, runtime.logger, response);
    events.send("error", { code, message, details, request_id: requestIdOf(response) });
  } finally {
    events.end();
  }
}
