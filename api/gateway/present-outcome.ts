import type { Response } from "express";
import type { RawAnswer, Route } from "../route.ts";
import { entityTagOf, namesTag } from "../../platform/web/entity-tags.ts";
import { requestIdOf } from "../../platform/web/envelope.ts";
import { sendJson } from "../../platform/web/send-json.ts";
import { createdLocation } from "./created-location.ts";
import type { Endpoint } from "./endpoint.ts";
import { answerWith, dataOf, type JsonAnswer } from "./json-answer.ts";
import { hasEntityTag } from "./preconditions.ts";

/**
 * The outcome of a route: its data, the result of one that writes its own response, or the whole response if
 * it is stored for a retry.
 */
export type RouteOutcome = { data: unknown } | { result: unknown } | { answer: JsonAnswer };

/** Sets the ETag if the response equals a GET of the same path; a caller who already has it gets 304. */
function tag({ route, reader }: Endpoint, response: Response, data: unknown): boolean {
  const presentsTheSame = route.output !== undefined && reader?.output === route.output;
  if (!hasEntityTag(route) && !presentsTheSame) return false;
  const etag = entityTagOf(data);
  response.set("ETag", etag);
  if (route.method !== "get") return false;
  response.set("Cache-Control", "private, no-cache");
  return namesTag(response.req.get("if-none-match"), etag);
}

/** Responses to authenticated callers that caches may keep. Only changes return secrets. */
const mayCompress = (route: Route): boolean =>
  route.method === "get" && route.access.kind !== "open" && route.noStore !== true && !hasEntityTag(route);

async function send(
  { route, collection }: Endpoint,
  response: Response,
  { status, body }: JsonAnswer,
): Promise<void> {
  if (collection !== undefined) response.set("Location", createdLocation(route, collection, body));
  response.status(status);
  if (mayCompress(route)) await sendJson(response, body);
  else response.json(body);
}

/** Step 7, after the commit. */
export async function presentOutcome(
  endpoint: Endpoint,
  response: Response,
  outcome: RouteOutcome,
): Promise<void> {
  const { route, list } = endpoint;
  if (list !== undefined || route.answer === "streamed") response.vary("Accept");
  if (route.noStore === true) response.set({ "Cache-Control": "no-store", Pragma: "no-cache" });
  if ("answer" in outcome) return send(endpoint, response, outcome.answer);
  if ("result" in outcome) return (dataOf(route, outcome.result, false) as RawAnswer)(response);
  const { data } = outcome;
  if (tag(endpoint, response, data)) return void response.status(304).end();
  await send(endpoint, response, answerWith(route, data, requestIdOf(response)));
}
