import { existsSync } from "node:fs";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import express, { Router, type Request, type RequestHandler } from "express";
import { nameRoute } from "../../platform/web/name-route.ts";
import type { Route } from "../route.ts";

const FOLDER = fileURLToPath(new URL("../../web/dist/", import.meta.url));
const ASSETS = join(FOLDER, "assets");
/** First parts of paths that are not the console's, besides those of the routes. */
const OTHER_PATHS = ["api", "docs", "openapi.json"];

/**
 * Only content of this service runs, is shown or requested, and no text becomes a script: the console shows
 * content of users' files.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types console",
].join("; ");

const NOT_BUILT =
  "The console is not built: run `npm run build:web`, or start the product with `npm start`.\n";

/** The precompressed copy of a file, for browsers that accept it. */
const preferCompressed: RequestHandler = (request, response, next) => {
  response.vary("Accept-Encoding");
  const { path } = request;
  if (request.acceptsEncodings("br") !== "br" || !existsSync(join(ASSETS, `${normalize(path)}.br`)))
    return next();
  response.type(extname(path)).set("Content-Encoding", "br");
  request.url = `${path}.br`;
  next();
};

/** API clients and typing errors get JSON, unless they prefer pages; the start page is for everyone, even `curl`. */
const prefersPage = (request: Request): boolean =>
  request.accepts(request.path === "/" ? ["html", "json"] : ["json", "html"]) === "html";

const firstPart = (path: string): string => path.split("/")[1]!;

/** The page of the console for all paths without a route; its script selects the screen. */
function showPage(taken: ReadonlySet<string>): RequestHandler {
  return (request, response, next) => {
    const asksForPage = request.method === "GET" || request.method === "HEAD";
    if (!asksForPage || taken.has(firstPart(request.path)) || !prefersPage(request)) return next();
    response.locals["route"] = "/*";
    response.set({
      "Content-Security-Policy": POLICY,
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cache-Control": "no-cache",
    });
    if (!existsSync(join(FOLDER, "index.html")))
      return void response.status(404).type("text").send(NOT_BUILT);
    response.sendFile("index.html", { root: FOLDER, cacheControl: false });
  };
}

/** The web app: assets, whose names contain a content hash, and its single page. */
export function serveConsole(routes: readonly Route[]): Router {
  const taken = new Set([...OTHER_PATHS, ...routes.map(({ path }) => firstPart(path))]);
  const assets = express.static(ASSETS, { immutable: true, maxAge: "1y", index: false });
  return Router()
    .use("/assets", nameRoute("/assets/*"), preferCompressed, assets)
    .use(express.static(FOLDER, { index: false }))
    .use(showPage(taken));
}
