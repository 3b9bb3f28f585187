import type { Change } from "../../domain/context.ts";
import type { RouteContext } from "../route.ts";
import { authorizeUnseen } from "./authorize.ts";
import type { Endpoint } from "./endpoint.ts";
import type { RouteRuntime } from "./route-runtime.ts";

/**
 * The change of a route that waited for others, perhaps for minutes: in that time, the caller's session may have ended
 * and their role or scopes may have changed.
 */
export const whileAllowed =
  (
    { route }: Endpoint,
    { authenticator }: RouteRuntime,
    { request }: Pick<RouteContext, "request">,
    change: Change,
  ): Change =>
  async (work) => {
    authorizeUnseen(route.access, (await authenticator.authenticateAgain(request)).actor);
    return change(work);
  };
