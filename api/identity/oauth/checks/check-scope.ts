import type { OauthClient } from "../../../../domain/identity/oauth-client.entity.ts";
import { parseScope } from "../../../../domain/identity/oauth-client.rules.ts";
import { OauthError } from "../oauth-error.ts";
import type { TokenCheck } from "../token-request.ts";

/**
 * The requested scopes, or all of the client's if the parameter is missing; `invalid_scope` for any that the
 * client is not registered for.
 */
export function requestedScopes(text: string | undefined, client: OauthClient): string[] {
  if (text === undefined) return client.scopes;
  const scopes = parseScope(text);
  if (scopes === null) throw new OauthError("invalid_scope", "Separate scopes by single spaces");
  const strange = scopes.find((scope) => !client.scopes.includes(scope));
  if (strange !== undefined)
    throw new OauthError("invalid_scope", `The client is not registered for the scope ${strange}`);
  return scopes;
}

/**
 * Requested scopes must be well-formed and registered for the client; the grant may limit them further later.
 */
export const checkScope: TokenCheck = ({ body, client }) => void requestedScopes(body.scope, client);
