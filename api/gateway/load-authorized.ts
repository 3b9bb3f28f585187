import type { Access } from "../access.ts";
import type { RouteContext } from "../route.ts";
import { authorize } from "./authorize.ts";

interface Loading<I> {
  access: Access<I>;
  load?: (ctx: RouteContext, input: I) => Promise<unknown>;
  subject?: (loaded: unknown) => unknown;
}

/** Step 4 of a call: what the route reads or loads. */
export const loadFor = async <I>(
  { access, load }: Pick<Loading<I>, "access" | "load">,
  ctx: RouteContext,
  input: I,
): Promise<unknown> => (access.kind === "reads" ? access.read(ctx, input) : load?.(ctx, input));

/** Steps 4 and 5 of a call: what the route reads or loads, if the caller may act on it. */
export async function loadAuthorized<I>(
  { subject, ...route }: Loading<I>,
  ctx: RouteContext,
  input: I,
): Promise<unknown> {
  const loaded = await loadFor(route, ctx, input);
  // A statement that reads has already applied the rule.
  if (route.access.kind !== "reads")
    authorize(route.access, ctx.actor, subject === undefined ? loaded : subject(loaded));
  return loaded;
}
