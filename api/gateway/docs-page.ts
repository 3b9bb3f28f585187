import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import express, { Router, type RequestHandler } from "express";

/** Without importing the package, which would load Swagger UI itself. */
const FOLDER = fileURLToPath(new URL(".", import.meta.resolve("swagger-ui-dist/package.json")));

const SETTINGS = `{
  url: "/openapi.json",
  dom_id: "#swagger-ui",
  deepLinking: true,
  presets: [SwaggerUIBundle.presets.apis],
  // By default, a page of another host than localhost has the description validated at swagger.io.
  validatorUrl: null,
}`;

/** Swagger UI's default start page loads the pet store; this is the only change to it. */
const INITIALIZER = `window.onload = () => { window.ui = SwaggerUIBundle(${SETTINGS}); };`;

/** Swagger UI needs inline styles; inline scripts never run. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const setPolicy: RequestHandler = (_request, response, next) => {
  response.set("Content-Security-Policy", POLICY);
  next();
};

/** The documentation page, served from the package, so that it works offline. */
export function docsPage(): Router {
  const page = readFileSync(join(FOLDER, "index.html"), "utf8")
    .replaceAll("./", "/docs/")
    .replaceAll('href="index.css"', 'href="/docs/index.css"');
  return Router()
    .use(setPolicy)
    .get("/", (_request, response) => void response.type("html").send(page))
    .get("/swagger-initializer.js", (_request, response) => void response.type("js").send(INITIALIZER))
    .use(express.static(FOLDER, { index: false }));
}
