import type { ClientType } from "../../../../domain/identity/oauth-client.rules.ts";
import type { ClientFacts } from "./client-fields.tsx";

/** The fields in the API's format. Public clients always require PKCE. */
export const changeOf = (type: ClientType, { name, redirects, grants, scopes, pkce }: ClientFacts) => ({
  name,
  redirect_uris: redirects.split(/\s+/).filter((uri) => uri !== ""),
  grants: grants.filter((grant) => type === "confidential" || grant !== "client_credentials"),
  scopes,
  require_pkce: type === "public" || pkce,
});
