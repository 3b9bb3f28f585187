import { z } from "zod";
import type { DescribedRoute } from "../route.ts";

/**
 * The names of ids in responses; OAuth clients use the standard's name, and team members that of the user.
 */
const ID_FIELDS = ["id", "client_id", "user_id"] as const;

const idFieldOf = ({ output }: DescribedRoute): string | undefined =>
  output instanceof z.ZodObject ? ID_FIELDS.find((name) => name in output.shape) : undefined;

/** What a workflow creates after the response has an id too. */
const CREATED: readonly unknown[] = [201, 202];

/** Whether the route returns something that it created, with its id. */
export const creates = (route: DescribedRoute): boolean =>
  route.method === "post" && CREATED.includes(route.status) && idFieldOf(route) !== undefined;

/**
 * The collection where what the route creates can be read by id; undefined if there is none. A rotation or a
 * new version returns the same as the POST of its collection, because it creates another resource of the same
 * kind.
 */
export function collectionOf(route: DescribedRoute, routes: readonly DescribedRoute[]): string | undefined {
  if (!creates(route)) return undefined;
  const isRead = ({ path }: DescribedRoute): boolean =>
    !path.includes(":") && routes.some((other) => other.method === "get" && other.path === `${path}/:id`);
  return routes.find((other) => creates(other) && other.output === route.output && isRead(other))?.path;
}

/**
 * The id of the created resource and the name of its field; `body` is the response of a route that creates.
 */
export function createdId(route: DescribedRoute, body: unknown): { field: string; id: string } {
  const data = route.answer === "bare" ? body : (body as { data: unknown }).data;
  const field = idFieldOf(route)!;
  return { field, id: (data as Record<string, string>)[field]! };
}

/** The URL of the created resource. */
export const createdLocation = (route: DescribedRoute, collection: string, body: unknown): string =>
  `${collection}/${createdId(route, body).id}`;
