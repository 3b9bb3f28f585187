import { SCOPES } from "../../domain/users/user.rules.ts";
import { notFound } from "../../platform/errors.ts";
import type { Input, Route, RouteContext } from "../route.ts";
import { authorizeUnseen } from "./authorize.ts";
import { collectionOf, createdId, creates } from "./created-location.ts";
import { dataOf, type JsonAnswer } from "./json-answer.ts";
import { loadAuthorized } from "./load-authorized.ts";

/** How to check today what a POST created earlier: by its id, or within its list. */
export interface CreatedReader {
  reader: Route;
  reads: "one" | "list";
}

const READS_ONE = /^[^:]+\/:id$/;

/** How to read what a route creates; undefined if it creates nothing readable. */
export function createdReaderOf(route: Route, routes: readonly Route[]): CreatedReader | undefined {
  if (!creates(route)) return undefined;
  const readers = routes.filter(({ method, query }) => method === "get" && query === undefined);
  const collection = collectionOf(route, routes);
  const one = readers.find(({ path, output }) =>
    collection === undefined ? READS_ONE.test(path) && output === route.output : path === `${collection}/:id`,
  );
  if (one !== undefined) return { reader: one, reads: "one" };
  const list = readers.find(({ path }) => path === route.path);
  return list && { reader: list, reads: "list" };
}

/** Throws NOT_FOUND or FORBIDDEN unless the caller can still see the created resource. */
async function requireSeen(
  { reader, reads }: CreatedReader,
  called: RouteContext,
  sent: Input<unknown, unknown, unknown>,
  { field, id }: ReturnType<typeof createdId>,
): Promise<void> {
  // The scopes of the creating route sufficed the first time, so a replay needs no others.
  const ctx = { ...called, actor: { ...called.actor, scopes: SCOPES } };
  const input = { ...sent, query: {}, body: {}, params: reads === "one" ? { id } : sent.params };
  const loaded = await loadAuthorized(reader, ctx, input);
  const presented = dataOf(reader, await reader.act(ctx, input, loaded), false);
  if (reads === "one") return;
  const items = Object.values(presented as Record<string, unknown>).flat() as Record<string, unknown>[];
  if (!items.some((item) => item[field] === id)) throw notFound("The created resource");
}

/**
 * Whether a stored response may be replayed: the caller may still perform the action on the current rows, and
 * sees the created resource. Otherwise throws the error to answer.
 */
export async function requireReplayable(
  { route, createdReader }: { route: Route; createdReader?: CreatedReader | undefined },
  ctx: RouteContext,
  input: Input<unknown, unknown, unknown>,
  kept: JsonAnswer,
): Promise<void> {
  authorizeUnseen(route.access, ctx.actor);
  await loadAuthorized(route, ctx, input);
  if (createdReader !== undefined) await requireSeen(createdReader, ctx, input, createdId(route, kept.body));
}
