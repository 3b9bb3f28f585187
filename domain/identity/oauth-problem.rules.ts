import { parseScope } from "./oauth-client.rules.ts";

/** The error codes of RFC 6749 (4.1.2.1 and 5.2) and RFC 8628 (3.5). */
export type OauthErrorName =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "unauthorized_client"
  | "unsupported_grant_type"
  | "unsupported_response_type"
  | "unsupported_token_type"
  | "invalid_scope"
  | "access_denied"
  | "authorization_pending"
  | "slow_down"
  | "expired_token"
  | "server_error"
  | "temporarily_unavailable";

/** Why a request is refused. */
export type OauthProblem = readonly [error: OauthErrorName, description: string];

/** What the rules read of a client. */
export interface RequestingClient {
  grants: readonly string[];
  scopes: readonly string[];
  requirePkce: boolean;
}

/** The problem with a requested scope: it must be well-formed, and registered for the client. */
export function scopeProblem(
  text: string | undefined,
  { scopes }: Pick<RequestingClient, "scopes">,
): OauthProblem | null {
  if (text === undefined) return null;
  const requested = parseScope(text);
  if (requested === null) return ["invalid_scope", "Separate scopes by single spaces"];
  const unregistered = requested.find((scope) => !scopes.includes(scope));
  return unregistered === undefined
    ? null
    : ["invalid_scope", `The client is not registered for the scope ${unregistered}`];
}

/** The scopes of a request without a problem: by default, all of the client's. */
export const requestedScopes = (
  text: string | undefined,
  { scopes }: Pick<RequestingClient, "scopes">,
): string[] => (text === undefined ? [...scopes] : (parseScope(text) ?? []));
