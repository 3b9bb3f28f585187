import type { Response } from "express";
import { failureOf } from "../../platform/web/answer-errors.ts";
import { requestIdOf } from "../../platform/web/envelope.ts";
import type { RouteContext } from "../route.ts";
import { ownOnce } from "./answer-own-once.ts";
import type { Endpoint } from "./endpoint.ts";
import { openEventStream } from "./event-stream.ts";
import { dataOf, type JsonAnswer } from "./json-answer.ts";
import { loadAuthorized } from "./load-authorized.ts";
import type { parseInput } from "./parse-input.ts";
import type { RouteRuntime } from "./route-runtime.ts";
import { whileAllowed } from "./while-allowed.ts";

/** Streamed answers have the envelope otherwise. */
const dataIn = ({ body }: JsonAnswer): unknown => (body as { data: unknown }).data;

/**
 * Steps 4 to 7 as server-sent events, and the only place that sends them for an answer. The stream begins
 * once the caller may act; earlier errors are ordinary responses. It reports steps while the route acts, then
 * the answer in parts and as a whole. An error ends it as an event, because the status has been sent.
 */
export async function streamAnswer(
  endpoint: Endpoint,
  runtime: RouteRuntime,
  ctx: RouteContext,
  response: Response,
  input: Awaited<ReturnType<typeof parseInput>>,
): Promise<void> {
  const { route } = endpoint;
  const loaded = await loadAuthorized(route, ctx, input);
  const once = ownOnce(endpoint, runtime, ctx, response, input);
  const earlier = once && (await once.earlier());
  const { signal } = ctx.waiting;
  response.vary("Accept");
  const events = openEventStream(response);
  const waiting = { signal, onStep: (tool: string) => events.send("step", { tool }) };
  const act = (change = ctx.change) =>
    route.act({ ...ctx, waiting, change: whileAllowed(endpoint, runtime, ctx, change) }, input, loaded);
  try {
    const data =
      once === null
        ? dataOf(route, await act(), runtime.checkOutput)
        : dataIn(earlier ?? (await once.work(act)));
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
