import { LockMode, Utils, type EntityManager } from "@mikro-orm/postgresql";
import { AppError } from "../../platform/errors.ts";
import { allowsChange, entityTagOf } from "../../platform/web/entity-tags.ts";
import type { DescribedRoute, Input, Route, RouteContext } from "../route.ts";
import { namedDataOf } from "./json-answer.ts";

/** Whether the answers of a route carry an ETag: reads of one thing as JSON. Lists are asked with a query. */
export const hasEntityTag = (route: DescribedRoute): boolean =>
  route.method === "get" && route.answer !== "raw" && route.query === undefined && route.noStore !== true;

/** Whether a route honours If-Match: changes of one thing. */
export const takesIfMatch = (route: DescribedRoute): boolean =>
  ["put", "patch", "delete"].includes(route.method);

/**
 * The route that If-Match is about: the one that reads the same path. None where a command manages its transaction
 * itself, because nothing would hold between the look and the change; such a change is refused whatever the tag.
 */
export const readerForMatch = <R extends DescribedRoute>(
  route: DescribedRoute,
  reader: R | undefined,
): R | undefined => (route.transaction === "own" ? undefined : reader);

/** The rows a route loaded: one, or some under names. */
const rowsOf = (loaded: unknown): object[] =>
  Utils.isEntity<object>(loaded)
    ? [loaded]
    : Object.values(loaded ?? {}).filter((value): value is object => Utils.isEntity(value));

/** Keeps everybody else from changing the rows until the transaction ends, and forgets what they were before. */
async function lockRows(em: EntityManager, loaded: unknown): Promise<void> {
  for (const row of rowsOf(loaded)) await em.lock(row, LockMode.PESSIMISTIC_WRITE);
  em.clear();
}

/** The tag the route that reads the same path would answer now; null when there is none. */
async function currentTag(
  reader: Route | undefined,
  ctx: RouteContext,
  input: Input<unknown, unknown, unknown>,
): Promise<string | null> {
  if (reader === undefined) return null;
  const loaded = await reader.load?.(ctx, input);
  return entityTagOf(await namedDataOf(reader, ctx, await reader.act(ctx, input, loaded), false));
}

/**
 * Locks what was loaded and throws CONFLICT, status 412, unless it still is what the `If-Match` header says. `reader`
 * is the route that reads the same path. What was loaded before is to be loaded again.
 */
export async function requireMatch(
  ifMatch: string,
  reader: Route | undefined,
  ctx: RouteContext,
  input: Input<unknown, unknown, unknown>,
  loaded: unknown,
): Promise<void> {
  if (reader !== undefined) await lockRows(ctx.em, loaded);
  if (allowsChange(ifMatch, await currentTag(reader, ctx, input))) return;
  throw new AppError("CONFLICT", "The resource has changed since you read it: read it again", {
    status: 412,
    details: { field: "If-Match", error: "does not name the current ETag" },
  });
}
