import type { Request } from "express";
import { forbidden } from "../../platform/errors.ts";

/** Forms and images on other sites cannot send it, and their scripts need a preflight, which CORS denies. */
const CONSOLE_HEADER = "X-Console";
const SAFE = ["GET", "HEAD", "OPTIONS"];
/** All names of the local machine, because people use any of them. */
const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];

/** The origins at which our own pages are served. */
export function ownOriginsOf(publicUrl: string): string[] {
  const url = new URL(publicUrl);
  const { origin, hostname } = url;
  if (!LOOPBACK.includes(hostname)) return [origin];
  return LOOPBACK.map((host) => Object.assign(new URL(url), { hostname: host }).origin);
}

/**
 * FORBIDDEN unless a request with a cookie comes from one of our pages. SameSite is not enough: another port
 * of the same machine, or another host of the same domain, is the same site.
 */
export function requireOwnPage(request: Request, ownOrigins: readonly string[]): void {
  const from = request.get("sec-fetch-site");
  const isSafe = SAFE.includes(request.method);
  if (from !== undefined && from !== "same-origin" && !(isSafe && from === "none"))
    throw forbidden("The console's session works only from the console's own pages");
  if (isSafe) return;
  if (request.get(CONSOLE_HEADER) === undefined)
    throw forbidden(`Changes with the console's session require the header ${CONSOLE_HEADER}`);
  if (!ownOrigins.includes(request.get("origin") ?? ""))
    throw forbidden("Changes with the console's session require the Origin of the console");
}
