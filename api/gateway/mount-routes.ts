import { Router, type Express } from "express";
import { answerErrors } from "../../platform/web/answer-errors.ts";
import { refuseOtherMethods } from "../../platform/web/refuse-other-methods.ts";
import type { Route } from "../route.ts";
import { collectionOf } from "./created-location.ts";
import { handleRoute } from "./handle-route.ts";
import type { RouteRuntime } from "./route-runtime.ts";
import { listShape } from "./list-shape.ts";
import { createdReaderOf } from "./require-replayable.ts";
import { hasEntityTag } from "./preconditions.ts";

interface RouterLayer {
  route?: { path: string; stack: { method?: string }[] };
}

const methodsOf = (routes: readonly Route[]): string[] => {
  const methods = routes.map((route) => route.method.toUpperCase());
  return methods.includes("GET") ? [...methods, "HEAD", "OPTIONS"] : [...methods, "OPTIONS"];
};

/** Throws if two routes share method and path: the second would be unreachable. */
function refuseDoubles(routes: readonly Route[]): void {
  const seen = new Set<string>();
  for (const { method, path } of routes) {
    const key = `${method} ${path}`;
    if (seen.has(key)) throw new Error(`two routes for ${key}`);
    seen.add(key);
  }
}

const RESOURCE = /^\/(?:api\/)?(?:v\d+\/)?[^/]*/i;
/** The part of a path up to its first noun: `/api/v1/evidence` of `/api/v1/evidence/:id`. */
const resourceOf = (path: string): string => RESOURCE.exec(path)?.[0].toLowerCase() ?? "";

/** Literal paths precede those with parameters, whatever their order in the list. */
function mountResource(routes: readonly Route[], all: readonly Route[], runtime: RouteRuntime): Router {
  const router = Router();
  const byPath = Map.groupBy(routes, (route) => route.path);
  const paths = [...byPath.keys()].toSorted((a, b) => Number(a.includes(":")) - Number(b.includes(":")));
  for (const path of paths) {
    const here = byPath.get(path)!;
    const reader = here.find(hasEntityTag);
    for (const route of here) {
      const collection = collectionOf(route, all);
      const createdReader = createdReaderOf(route, all);
      const endpoint = { route, reader, collection, createdReader, list: listShape(route) ?? undefined };
      router[route.method](path, handleRoute(endpoint, runtime));
    }
    router.all(path, refuseOtherMethods(...methodsOf(here)));
    const writeError = here.find((route) => route.writeError !== undefined)?.writeError;
    if (writeError !== undefined) router.use(path, answerErrors(runtime.logger, writeError));
  }
  return router;
}

/**
 * Mounts exactly the listed routes, with a router for each resource: Express tries the paths of a router one
 * after the other.
 */
export function mountRoutes(app: Express, routes: readonly Route[], runtime: RouteRuntime): void {
  refuseDoubles(routes);
  const routers = new Map(
    [...Map.groupBy(routes, ({ path }) => resourceOf(path))].map(([resource, here]) => [
      resource,
      mountResource(here, routes, runtime),
    ]),
  );
  app.use((request, response, next) => {
    const router = routers.get(resourceOf(request.path));
    if (router === undefined) next();
    else router(request, response, next);
  });
}

/** Start-up check: every route has an access rule, and nothing but the list is mounted. */
export function assertOnlyListed(app: Express, routes: readonly Route[]): void {
  const listed = new Set(routes.map((route) => route.path));
  const unruled = routes.find((route) => (route as Partial<Route>).access === undefined);
  if (unruled !== undefined) throw new Error(`${unruled.method} ${unruled.path} states no access rule`);
  const layers = (app.router as unknown as { stack: RouterLayer[] }).stack;
  const stray = layers.find((layer) => layer.route !== undefined && !listed.has(layer.route.path));
  if (stray !== undefined) throw new Error(`${stray.route!.path} is mounted but not in the route list`);
}
