import { narrowScopes, scopesOfRole, type Role } from "../users/user.rules.ts";
import { webAddressProblem } from "../web-address.rules.ts";

export const CLIENT_TYPES = ["public", "confidential"] as const;
export type ClientType = (typeof CLIENT_TYPES)[number];

export const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";

export const GRANTS = ["authorization_code", "refresh_token", "client_credentials", DEVICE_GRANT] as const;
export type Grant = (typeof GRANTS)[number];

export interface ClientFacts {
  type: ClientType;
  redirectUris: readonly string[];
  grants: readonly string[];
  requirePkce: boolean;
}

/** Parameters that we add to the query; duplicates would confuse the application. */
const RESERVED = ["code", "state", "iss", "error", "error_description"];

/**
 * The problem with a redirect URI, or null: secrets may be sent to it, and nothing in it may confuse a
 * comparison.
 */
export function redirectUriProblem(uri: string): string | null {
  const problem = webAddressProblem(uri);
  if (problem !== null) return problem;
  if (uri.includes("*") || uri.includes("\\")) return "wildcards and backslashes are not accepted";
  const { searchParams } = new URL(uri);
  if (RESERVED.some((name) => searchParams.has(name)))
    return `must not have ${RESERVED.join(", ")} in the query`;
  return null;
}

/** A native application's loopback address without a port, which the application learns at run time. */
const PORTLESS_LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\])(\/.*)?$/;
const LOOPBACK_WITH_PORT = /^(http:\/\/(?:127\.0\.0\.1|\[::1\])):\d{1,5}(\/.*)?$/;

/**
 * Whether `uri` matches a registered one exactly. The only exception is RFC 8252, section 7.3: a public
 * client's loopback IP address registered without a port matches every port.
 */
export function isRegisteredRedirectUri(
  client: Pick<ClientFacts, "type" | "redirectUris">,
  uri: string,
): boolean {
  // Five digits need not be a valid port.
  if (!URL.canParse(uri)) return false;
  if (client.redirectUris.includes(uri)) return true;
  const [, base, path = ""] = LOOPBACK_WITH_PORT.exec(uri) ?? [];
  if (client.type !== "public" || base === undefined) return false;
  return client.redirectUris.some((known) => PORTLESS_LOOPBACK.test(known) && known === `${base}${path}`);
}

/** The inconsistency in a client's registration, as field and message; null if there is none. */
export function clientProblem(client: ClientFacts): { field: string; error: string; reason: string } | null {
  for (const [index, uri] of client.redirectUris.entries()) {
    const error = redirectUriProblem(uri);
    if (error !== null) return { field: `redirect_uris.${index}`, error, reason: "not_secure_address" };
  }
  const has = (grant: Grant): boolean => client.grants.includes(grant);
  if (has("authorization_code") && client.redirectUris.length === 0)
    return { field: "redirect_uris", error: "is required with authorization_code", reason: "required" };
  if (client.type === "public" && has("client_credentials"))
    return {
      field: "grants",
      error: "must not include client_credentials for a public client",
      reason: "needs_secret",
    };
  if (client.type === "public" && !client.requirePkce)
    return { field: "require_pkce", error: "must be true for a public client", reason: "required" };
  return null;
}

/**
 * The scopes of a space-separated list (RFC 6749, section 3.3), without duplicates; null for any other text.
 */
export function parseScope(text: string): string[] | null {
  const names = text.split(" ");
  return names.every((name) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(name)) ? [...new Set(names)] : null;
}

/** The requested scopes that the client may have and the user's role allows. */
export const grantableScopes = (
  requested: readonly string[],
  client: { scopes: readonly string[] },
  user: { role: Role },
): string[] => narrowScopes(requested, client.scopes, scopesOfRole(user.role));
