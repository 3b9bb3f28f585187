import express, { type Express, type RequestHandler } from "express";
import { AppError } from "../../platform/errors.ts";
import { answerErrors } from "../../platform/web/answer-errors.ts";
import type { Route } from "../route.ts";
import { collectionOf } from "./created-location.ts";
import { handleRoute, type RouteRuntime } from "./handle-route.ts";
import { listShape } from "./list-shape.ts";
import { hasEntityTag } from "./preconditions.ts";
import { FORM_TYPE } from "./read-form.ts";

const JSON_LIMIT = "1mb";
const LARGE_JSON_LIMIT = "16mb";
const FORM_LIMIT = "64kb";
const RAW_LIMIT = "4mb";

interface RouterLayer {
  route?: { path: string; stack: { method?: string }[] };
}

/** OPTIONS names the methods that work; any other that does not answers 405 with the same list. */
export function refuseOtherMethods(allowed: readonly string[]): RequestHandler {
  return (request, response, next) => {
    response.set("Allow", allowed.join(", "));
    if (request.method === "OPTIONS") return void response.status(204).end();
    const message = `${request.method} does not work here; use ${allowed.join(" or ")}`;
    next(
      new AppError("VALIDATION_ERROR", message, {
        status: 405,
        details: { field: "method", error: message },
      }),
    );
  };
}

const methodsOf = (routes: readonly Route[]): string[] => {
  const methods = routes.map((route) => route.method.toUpperCase());
  return methods.includes("GET") ? [...methods, "HEAD", "OPTIONS"] : [...methods, "OPTIONS"];
};

/** Throws when two routes share a method and path: the second would never be reached. */
function refuseDoubles(routes: readonly Route[]): void {
  const seen = new Set<string>();
  for (const { method, path } of routes) {
    const key = `${method} ${path}`;
    if (seen.has(key)) throw new Error(`two routes for ${key}`);
    seen.add(key);
  }
}

/** What reads the body of a route that takes one: forms stay text, so that a field sent twice can be seen. */
function createBodyReaders(): (route: Route) => RequestHandler[] {
  // What is valid JSON but no object is for the schema to refuse, in words that fit.
  const json = express.json({ limit: JSON_LIMIT, strict: false });
  const largeJson = express.json({ limit: LARGE_JSON_LIMIT, strict: false });
  const form = express.text({ type: FORM_TYPE, limit: FORM_LIMIT });
  const raw = express.raw({ type: () => true, limit: RAW_LIMIT, inflate: false });
  return ({ body, multipart, form: isForm, largeBody, rawBody }) => {
    if (rawBody !== undefined) return [raw];
    if (body === undefined || multipart === true) return [];
    if (isForm === true) return [form];
    return [largeBody === true ? largeJson : json];
  };
}

/** Mounts the list, and nothing but the list. Literal paths go before those with parameters, whatever the order of the list. */
export function mountRoutes(app: Express, routes: readonly Route[], runtime: RouteRuntime): void {
  refuseDoubles(routes);
  const bodyReaders = createBodyReaders();
  const byPath = Map.groupBy(routes, (route) => route.path);
  const paths = [...byPath.keys()].toSorted((a, b) => Number(a.includes(":")) - Number(b.includes(":")));
  for (const path of paths) {
    const here = byPath.get(path)!;
    const reader = here.find(hasEntityTag);
    for (const route of here) {
      const collection = collectionOf(route, routes);
      const endpoint = { route, reader, collection, list: listShape(route) ?? undefined };
      app[route.method](path, ...bodyReaders(route), handleRoute(endpoint, runtime));
    }
    app.all(path, refuseOtherMethods(methodsOf(here)));
    const writeError = here.find((route) => route.writeError !== undefined)?.writeError;
    if (writeError !== undefined) app.use(path, answerErrors(runtime.logger, writeError));
  }
}

/** Start-up check: every route that Express knows is in the list and states an access rule. */
export function assertOnlyListed(app: Express, routes: readonly Route[]): void {
  const listed = new Set(routes.map((route) => route.path));
  const unruled = routes.find((route) => (route as Partial<Route>).access === undefined);
  if (unruled !== undefined) throw new Error(`${unruled.method} ${unruled.path} states no access rule`);
  const layers = (app.router as unknown as { stack: RouterLayer[] }).stack;
  const stray = layers.find((layer) => layer.route !== undefined && !listed.has(layer.route.path));
  if (stray !== undefined) throw new Error(`${stray.route!.path} is mounted but not in the route list`);
}
