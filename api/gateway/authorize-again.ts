import type { RouteContext } from "../route.ts";
import { authorizeUnseen } from "./authorize.ts";
import type { Endpoint } from "./endpoint.ts";
import type { RouteRuntime } from "./route-runtime.ts";

/**
 * Refuses what took long, perhaps minutes, if the caller's session has ended in that time, or if their role or scopes
 * have changed.
 */
export async function authorizeAgain(
  { access }: Endpoint["route"],
  { authenticator }: Pick<RouteRuntime, "authenticator">,
  { request }: Pick<RouteContext, "request">,
): Promise<void> {
  authorizeUnseen(access, (await authenticator.authenticateAgain(request)).actor);
}
