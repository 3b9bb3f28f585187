import { readFileSync } from "node:fs";
import { join } from "node:path";
import express, { Router } from "express";
import { absolutePath } from "swagger-ui-dist";

/** Swagger UI's default start page loads the pet store; this is the only change to it. */
const INITIALIZER = `window.onload = () => { window.ui = SwaggerUIBundle({ url: "/openapi.json", dom_id: "#swagger-ui", deepLinking: true, presets: [SwaggerUIBundle.presets.apis] }); };`;

/** The documentation page, served from the package, so that it works offline. */
export function docsPage(): Router {
  const folder = absolutePath();
  const page = readFileSync(join(folder, "index.html"), "utf8")
    .replaceAll("./", "/docs/")
    .replaceAll('href="index.css"', 'href="/docs/index.css"');
  return Router()
    .get("/", (_request, response) => void response.type("html").send(page))
    .get("/swagger-initializer.js", (_request, response) => void response.type("js").send(INITIALIZER))
    .use(express.static(folder, { index: false }));
}
