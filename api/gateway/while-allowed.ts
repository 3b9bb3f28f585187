import type { Change } from "../../domain/context.ts";
import type { RouteContext } from "../route.ts";
import { authorizeAgain } from "./authorize-again.ts";
import type { Endpoint } from "./endpoint.ts";
import type { RouteRuntime } from "./route-runtime.ts";

/** The change of a route that first waited for others, if its caller still may make it. */
export const whileAllowed =
  ({ route }: Endpoint, runtime: RouteRuntime, ctx: Pick<RouteContext, "request">, change: Change): Change =>
  async (work) => {
    await authorizeAgain(route, runtime, ctx);
    return change(work);
  };
