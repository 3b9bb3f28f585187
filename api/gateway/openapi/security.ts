import type { AccessRule } from "../../../domain/access/access-rule.ts";
import type { SCOPES } from "../../../domain/users/user.rules.ts";
import { ruleOf, type Access } from "../../access.ts";
import type { JsonSchema } from "./json-schema.ts";

type Requirements = Pick<AccessRule, "scope" | "bearerOnly" | "personOnly" | "alsoClients">;

const requirementsOf = (access: Exclude<Access, { kind: "open" }>): Requirements =>
  access.kind === "signedIn" ? access : ruleOf(access);

/** The credentials that a route accepts, as OpenAPI alternatives. */
export function credentialsOf(access: Access): JsonSchema[] {
  if (access.kind === "open") return [];
  const { scope, bearerOnly, personOnly, alsoClients } = requirementsOf(access);
  const [own, ofClient, key] = [{ bearer: [scope] }, { oauth2: [scope] }, { apiKey: [scope] }];
  if (personOnly === true) return alsoClients === true ? [own, ofClient] : [own];
  return bearerOnly === true ? [own, ofClient] : [own, ofClient, key];
}

/** Who may call a route, as a sentence. */
export function accessSentence(access: Access): string {
  if (access.kind === "open") return `Open to everyone: ${access.because}.`;
  if (access.kind === "signedIn") return `Requires the scope \`${access.scope}\`.`;
  const { action, scope } = ruleOf(access);
  return `Access rule: \`${action}\`; requires the scope \`${scope}\`.`;
}

const SCOPE_MEANINGS: Record<(typeof SCOPES)[number], string> = {
  read: "See what the user sees",
  write: "Make changes",
  admin: "Administer users, keys of others and integrations",
  audit: "Review evidence, change findings as an auditor, read the audit log",
  webhook: "Manage webhook subscriptions",
};

/**
 * The authentication schemes. OpenAPI 3.1 cannot express the device grant; the server's metadata names it.
 */
export function securitySchemes(serverUrl: string): JsonSchema {
  const tokenUrl = `${serverUrl}/oauth/token`;
  const scopes = SCOPE_MEANINGS;
  return {
    bearer: {
      type: "http",
      scheme: "bearer",
      bearerFormat: "JWT",
      description: "An access token from /api/v1/auth/login or /oauth/token",
    },
    oauth2: {
      type: "oauth2",
      description: `Also device codes (RFC 8628): ${serverUrl}/.well-known/oauth-authorization-server`,
      flows: {
        authorizationCode: {
          authorizationUrl: `${serverUrl}/oauth/authorize`,
          tokenUrl,
          refreshUrl: tokenUrl,
          scopes,
        },
        clientCredentials: { tokenUrl, scopes },
      },
    },
    apiKey: {
      type: "apiKey",
      in: "header",
      name: "X-API-Key",
      description: "API key; do not send it together with a bearer token",
    },
  };
}
