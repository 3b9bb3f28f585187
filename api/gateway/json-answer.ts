import { z } from "zod";
import { successEnvelope } from "../../platform/web/envelope.ts";
import type { Route, RouteContext } from "../route.ts";
import { namePeople } from "./name-people.ts";

/** A response ready to be sent, or stored for a retry. */
export interface JsonAnswer {
  status: number;
  body: unknown;
}

/** The response data of a route's result. `check` validates it against the route's schema. */
export function dataOf(route: Route, result: unknown, check: boolean): unknown {
  const presented = route.present === undefined ? result : route.present(result);
  return check && route.output !== undefined ? z.parse(route.output, presented) : presented;
}

/** The same, with the names of the people it refers to. */
export async function namedDataOf(
  route: Route,
  ctx: Pick<RouteContext, "em" | "actor">,
  result: unknown,
  check: boolean,
): Promise<unknown> {
  const data = dataOf(route, result, check);
  if (route.answer !== "raw") await namePeople(ctx, route.output, data);
  return data;
}

/** The data in the envelope, unless the route omits it. */
export const answerWith = (route: Route, data: unknown, requestId: string): JsonAnswer => ({
  status: route.status ?? 200,
  body: route.answer === "bare" ? data : successEnvelope(requestId, data, route.message),
});
