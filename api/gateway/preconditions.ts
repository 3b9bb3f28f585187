import { LockMode, Utils, type EntityManager } from "@mikro-orm/postgresql";
import { AppError } from "../../platform/errors.ts";
import { allowsChange, entityTagOf, namesTag } from "../../platform/web/entity-tags.ts";
import type { DescribedRoute, Input, Route, RouteContext } from "../route.ts";
import { namedDataOf } from "./json-answer.ts";
import { loadFor } from "./load-authorized.ts";

/** Whether responses of a route have an ETag: reads of a single resource as JSON. Lists have a query. */
export const hasEntityTag = (route: DescribedRoute): boolean =>
  route.method === "get" && route.answer !== "raw" && route.query === undefined && route.noStore !== true;

/** Whether a route honours If-Match: changes of a single resource. */
export const takesIfMatch = (route: DescribedRoute): boolean =>
  ["put", "patch", "delete"].includes(route.method);

/**
 * The route for If-Match: the one that reads the same path. None if a command manages its own transaction,
 * because nothing would hold between the check and the change; such a change is refused whatever the tag.
 */
export const readerForMatch = <R extends DescribedRoute>(
  route: DescribedRoute,
  reader: R | undefined,
): R | undefined => (route.transaction === "own" ? undefined : reader);

/** The rows a route loaded: one, or several by name. */
const rowsOf = (loaded: unknown): object[] =>
  Utils.isEntity<object>(loaded)
    ? [loaded]
    : Object.values(loaded ?? {}).filter((value): value is object => Utils.isEntity(value));

/** Locks the rows until the transaction ends, and discards their loaded state. */
async function lockRows(em: EntityManager, loaded: unknown): Promise<void> {
  for (const row of rowsOf(loaded)) await em.lock(row, LockMode.PESSIMISTIC_WRITE);
  em.clear();
}

/** The current tag of the route that reads the same path; null if there is none. */
async function currentTag(
  reader: Route | undefined,
  ctx: RouteContext,
  input: Input<unknown, unknown, unknown>,
): Promise<string | null> {
  if (reader === undefined) return null;
  const loaded = await loadFor(reader, ctx, input);
  return entityTagOf(await namedDataOf(reader, ctx, await reader.act(ctx, input, loaded), false));
}

/** The conditions of a change, as headers. */
interface Conditions {
  ifMatch: string | undefined;
  ifNoneMatch: string | undefined;
}

/** Null if the request has none that the route honours. */
export function conditionsOf(route: DescribedRoute, request: RouteContext["request"]): Conditions | null {
  const conditions = { ifMatch: request.get("if-match"), ifNoneMatch: request.get("if-none-match") };
  const isAny = conditions.ifMatch !== undefined || conditions.ifNoneMatch !== undefined;
  return isAny && takesIfMatch(route) ? conditions : null;
}

const failed = (message: string, field: string, error: string): AppError =>
  new AppError("CONFLICT", message, { status: 412, details: { field, error } });

/** Of a change, `If-None-Match` asks that the resource does not exist, or not in this state (RFC 9110, 13.1.2). */
const isNamed = (header: string, tag: string | null): boolean =>
  tag === null ? header.trim() === "*" : namesTag(header, tag);

/**
 * Locks the loaded rows and throws CONFLICT, status 412, unless their tag meets the conditions.
 * `reader` is the route that reads the same path. The rows must then be loaded again.
 */
export async function requireConditions(
  { ifMatch, ifNoneMatch }: Conditions,
  reader: Route | undefined,
  ctx: RouteContext,
  input: Input<unknown, unknown, unknown>,
  loaded: unknown,
): Promise<void> {
  if (reader !== undefined) await lockRows(ctx.em, loaded);
  const tag = await currentTag(reader, ctx, input);
  if (ifMatch !== undefined && !allowsChange(ifMatch, tag))
    throw failed(
      "The resource has changed since you read it: read it again",
      "If-Match",
      "does not contain the current ETag",
    );
  if (ifNoneMatch !== undefined && isNamed(ifNoneMatch, tag))
    throw failed("The resource exists", "If-None-Match", "matches the current ETag");
}
