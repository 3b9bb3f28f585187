import type { OauthClient } from "../../../../domain/identity/oauth-client.entity.ts";
import { parseScope } from "../../../../domain/identity/oauth-client.rules.ts";
import { OauthError } from "../oauth-error.ts";
import type { TokenCheck } from "../token-request.ts";

/** The scopes of a `scope` parameter, all the client's when there is none; `invalid_scope` for any it is not registered for. */
export function requestedScopes(text: string | undefined, client: OauthClient): string[] {
  if (text === undefined) return client.scopes;
  const scopes = parseScope(text);
  if (scopes === null) throw new OauthError("invalid_scope", "Separate scopes by single spaces");
  const strange = scopes.find((scope) => !client.scopes.includes(scope));
  if (strange !== undefined)
    throw new OauthError("invalid_scope", `The client is not registered for the scope ${strange}`);
  return scopes;
}

/** Asked-for scopes are well written and among the client's; what the grant then leaves of them is decided later. */
export const checkScope: TokenCheck = ({ body, client }) => void requestedScopes(body.scope, client);
