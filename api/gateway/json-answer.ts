import { successEnvelope } from "../../platform/web/envelope.ts";
import type { Route, RouteContext } from "../route.ts";
import { namePeople } from "./name-people.ts";

/** An answer ready to be sent, or to be kept for a retry. */
export interface JsonAnswer {
  status: number;
  body: unknown;
}

/** What a route's result tells the caller. `check` holds it against the route's schema. */
export function dataOf(route: Route, result: unknown, check: boolean): unknown {
  const presented = route.present === undefined ? result : route.present(result);
  return check && route.output !== undefined ? route.output.parse(presented) : presented;
}

/** The same, telling who the people are that it names. */
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

/** The data in the envelope of the contract, unless the route leaves it out. */
export const answerWith = (route: Route, data: unknown, requestId: string): JsonAnswer => ({
  status: route.status ?? 200,
  body: route.answer === "bare" ? data : successEnvelope(requestId, data, route.message),
});
