import { z } from "zod";
import type { DescribedRoute } from "../route.ts";

/** What answers call their id; of OAuth clients it is the standard's word, and in a team it is the user's. */
const ID_FIELDS = ["id", "client_id", "user_id"] as const;

const idFieldOf = ({ output }: DescribedRoute): string | undefined =>
  output instanceof z.ZodObject ? ID_FIELDS.find((name) => name in output.shape) : undefined;

/** Also what is accepted and then made by a workflow has an id to be read by. */
const CREATED: readonly unknown[] = [201, 202];

/** Whether the route answers with something that it created, by its id. */
export const creates = (route: DescribedRoute): boolean =>
  route.method === "post" && CREATED.includes(route.status) && idFieldOf(route) !== undefined;

/**
 * The collection where things that the route creates can be read by their ids; undefined where they cannot be. A rotation
 * or a new version answers as the POST of its collection does: it creates another of the same kind.
 */
export function collectionOf(route: DescribedRoute, routes: readonly DescribedRoute[]): string | undefined {
  if (!creates(route)) return undefined;
  const isRead = ({ path }: DescribedRoute): boolean =>
    !path.includes(":") && routes.some((other) => other.method === "get" && other.path === `${path}/:id`);
  return routes.find((other) => creates(other) && other.output === route.output && isRead(other))?.path;
}

/** The id of what was created, and what it is called there; `body` is the answer of a route that creates. */
export function createdId(route: DescribedRoute, body: unknown): { field: string; id: string } {
  const data = route.answer === "bare" ? body : (body as { data: unknown }).data;
  const field = idFieldOf(route)!;
  return { field, id: (data as Record<string, string>)[field]! };
}

/** Where that which was created can be read. */
export const createdLocation = (route: DescribedRoute, collection: string, body: unknown): string =>
  `${collection}/${createdId(route, body).id}`;
