import { Selected } from "../../domain/access/selected.ts";
import type { Access } from "../access.ts";
import type { RouteContext } from "../route.ts";
import { authorize } from "./authorize.ts";

interface Loading<I> {
  access: Access;
  load?: (ctx: RouteContext, input: I) => Promise<unknown>;
  subject?: (loaded: unknown) => unknown;
}

/** Steps 4 and 5 of a call: what `load` returned, if the caller may act on it. */
export async function loadAuthorized<I>(
  { access, load, subject }: Loading<I>,
  ctx: RouteContext,
  input: I,
): Promise<unknown> {
  const loaded = await load?.(ctx, input);
  authorize(access, ctx.actor, subject === undefined ? loaded : subject(loaded));
  return Selected.rowOf(loaded);
}
