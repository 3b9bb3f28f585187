import {
  authorizationProblem,
  isRepeated,
  parameterOf,
} from "../../../../domain/identity/authorization-request.rules.ts";
import { requestedScopes } from "../../../../domain/identity/oauth-problem.rules.ts";
import type { OauthClient } from "../../../../domain/identity/oauth-client.entity.ts";
import { findOauthClient } from "../../../../domain/identity/oauth-client.queries.ts";
import { isRegisteredRedirectUri } from "../../../../domain/identity/oauth-client.rules.ts";
import { invalid } from "../../../../platform/errors.ts";
import type { RouteContext } from "../../../route.ts";
import { AuthorizationError, type AnswerAddress } from "./authorization-error.ts";

export interface AuthorizationRequest extends AnswerAddress {
  client: OauthClient;
  /** As given in the request; null if the request relied on the only registered URI. */
  givenRedirectUri: string | null;
  scopes: string[];
  codeChallenge: string | null;
}

const untrusted = (field: string, error: string, reason: string) =>
  invalid({ field, error, reason, values: { field } });

/**
 * The client and its redirect URI. Errors here are never sent to the URI, because that would make us an open
 * redirector.
 */
async function readAddress(
  ctx: RouteContext,
  query: URLSearchParams,
): Promise<{ client: OauthClient; given: string | null; redirectUri: string }> {
  const twice = ["client_id", "redirect_uri"].find((name) => isRepeated(query, name));
  if (twice !== undefined) throw untrusted(twice, "sent more than once", "sent_twice");
  const client = await findOauthClient(ctx.em, parameterOf(query, "client_id") ?? "");
  if (client === null) throw untrusted("client_id", "no application has this client_id", "unknown_client");
  const given = parameterOf(query, "redirect_uri");
  const [only, ...others] = client.redirectUris;
  const redirectUri = given ?? (others.length === 0 ? only : undefined);
  if (redirectUri === undefined)
    throw untrusted("redirect_uri", "send one of the registered ones", "redirect_uri_required");
  if (!isRegisteredRedirectUri(client, redirectUri))
    throw untrusted("redirect_uri", "it is not registered for this application", "redirect_uri_unregistered");
  return { client, given, redirectUri };
}

/**
 * Reads and checks the authorization request: AuthorizationError for errors that the application should see,
 * VALIDATION_ERROR for those that only the user may see.
 */
export async function readAuthorizationRequest(
  ctx: RouteContext,
  query: URLSearchParams,
  issuer: string,
): Promise<AuthorizationRequest> {
  const { client, given, redirectUri } = await readAddress(ctx, query);
  const state = isRepeated(query, "state") ? null : parameterOf(query, "state");
  const address = { redirectUri, state, issuer };
  const problem = authorizationProblem(query, client);
  if (problem !== null) throw new AuthorizationError(address, ...problem);
  const scopes = requestedScopes(parameterOf(query, "scope") ?? undefined, client);
  const codeChallenge = parameterOf(query, "code_challenge");
  return { ...address, client, givenRedirectUri: given, scopes, codeChallenge };
}
