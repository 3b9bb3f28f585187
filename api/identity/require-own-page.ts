import type { Request } from "express";
import { forbidden } from "../../platform/errors.ts";

/** Forms and pictures of other pages cannot send it, and their scripts must ask first, which CORS denies. */
export const CONSOLE_HEADER = "X-Console";
const SAFE = ["GET", "HEAD", "OPTIONS"];
/** Every name of the same machine: people type either. */
const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];

/** The origins under which our own pages are opened. */
export function ownOriginsOf(publicUrl: string): string[] {
  const url = new URL(publicUrl);
  const { origin, hostname } = url;
  if (!LOOPBACK.includes(hostname)) return [origin];
  return LOOPBACK.map((host) => Object.assign(new URL(url), { hostname: host }).origin);
}

/**
 * FORBIDDEN unless a request that a browser adds its cookie to comes from a page of ours. SameSite alone does not say
 * so: another port of the same machine, and another host of the same domain, are the same site.
 */
export function requireOwnPage(request: Request, ownOrigins: readonly string[]): void {
  const from = request.get("sec-fetch-site");
  const isSafe = SAFE.includes(request.method);
  if (from !== undefined && from !== "same-origin" && !(isSafe && from === "none"))
    throw forbidden("The console's session works from its own pages only");
  if (isSafe) return;
  if (request.get(CONSOLE_HEADER) === undefined)
    throw forbidden(`Changes by the console's session take the header ${CONSOLE_HEADER}`);
  if (!ownOrigins.includes(request.get("origin") ?? ""))
    throw forbidden("Changes by the console's session take the Origin of its own pages");
}
