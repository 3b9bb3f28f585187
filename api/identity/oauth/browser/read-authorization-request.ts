import type { OauthClient } from "../../../../domain/identity/oauth-client.entity.ts";
import { findOauthClient } from "../../../../domain/identity/oauth-client.queries.ts";
import { isRegisteredRedirectUri, parseScope } from "../../../../domain/identity/oauth-client.rules.ts";
import { invalid } from "../../../../platform/errors.ts";
import type { RouteContext } from "../../../route.ts";
import type { OauthErrorName } from "../oauth-error.ts";
import { AuthorizationError, type AnswerAddress } from "./authorization-error.ts";

export interface AuthorizationRequest extends AnswerAddress {
  client: OauthClient;
  /** As given in the request; null if the request relied on the only registered URI. */
  givenRedirectUri: string | null;
  scopes: string[];
  codeChallenge: string | null;
}

/** An error that may be sent to the redirect URI. */
type Problem = [error: OauthErrorName, description: string];
type Check = (query: URLSearchParams, client: OauthClient) => Problem | null;

/** The value of a parameter; an empty one counts as omitted. */
const valueOf = (query: URLSearchParams, name: string): string | null => query.get(name) || null;
const isRepeated = (query: URLSearchParams, name: string): boolean => query.getAll(name).length > 1;

/** RFC 7636, 4.2: the 43 characters of a SHA-256 hash. */
const S256_CHALLENGE = /^[\w-]{43}$/;
const PRINTABLE = /^[\x20-\x7e]{1,2000}$/;

const checkRepetition: Check = (query) => {
  const name = [...query.keys()].find((key) => isRepeated(query, key));
  return name === undefined ? null : ["invalid_request", "A parameter was sent more than once"];
};

const checkState: Check = (query) => {
  const state = valueOf(query, "state");
  return state === null || PRINTABLE.test(state)
    ? null
    : ["invalid_request", "state must be printable ASCII"];
};

const checkResponseType: Check = (query) => {
  const type = valueOf(query, "response_type");
  if (type === null) return ["invalid_request", "response_type is missing"];
  return type === "code" ? null : ["unsupported_response_type", "Use response_type=code"];
};

const checkClientGrant: Check = (_query, client) =>
  client.grants.includes("authorization_code")
    ? null
    : ["unauthorized_client", "The client is not registered for authorization_code"];

/**
 * A challenge without a method means `plain` (RFC 7636, 4.3), and a method without a challenge protects
 * nothing.
 */
const checkPkce: Check = (query, client) => {
  const challenge = valueOf(query, "code_challenge");
  const method = valueOf(query, "code_challenge_method");
  if (challenge === null && method === null)
    return client.requirePkce ? ["invalid_request", "code_challenge is missing"] : null;
  if (method !== "S256") return ["invalid_request", "Use code_challenge_method=S256"];
  if (challenge === null || !S256_CHALLENGE.test(challenge))
    return ["invalid_request", "code_challenge must be 43 base64url characters"];
  return null;
};

const checkScope: Check = (query, client) => {
  const text = valueOf(query, "scope");
  if (text === null) return null;
  const scopes = parseScope(text);
  if (scopes === null) return ["invalid_scope", "Separate scopes by single spaces"];
  return scopes.every((scope) => client.scopes.includes(scope))
    ? null
    : ["invalid_scope", "The client is not registered for one of these scopes"];
};

const CHECKS: readonly Check[] = [
  checkRepetition,
  checkState,
  checkResponseType,
  checkClientGrant,
  checkPkce,
  checkScope,
];

const untrusted = (field: string, error: string) => invalid({ field, error });

/**
 * The client and its redirect URI. Errors here are never sent to the URI, because that would make us an open
 * redirector.
 */
async function readAddress(
  ctx: RouteContext,
  query: URLSearchParams,
): Promise<{ client: OauthClient; given: string | null; redirectUri: string }> {
  const twice = ["client_id", "redirect_uri"].find((name) => isRepeated(query, name));
  if (twice !== undefined) throw untrusted(twice, "sent more than once");
  const client = await findOauthClient(ctx.em, valueOf(query, "client_id") ?? "");
  if (client === null) throw untrusted("client_id", "no application has this client_id");
  const given = valueOf(query, "redirect_uri");
  const [only, ...others] = client.redirectUris;
  const redirectUri = given ?? (others.length === 0 ? only : undefined);
  if (redirectUri === undefined) throw untrusted("redirect_uri", "send one of the registered ones");
  if (!isRegisteredRedirectUri(client, redirectUri))
    throw untrusted("redirect_uri", "it is not registered for this application");
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
  const state = isRepeated(query, "state") ? null : valueOf(query, "state");
  const address = { redirectUri, state, issuer };
  for (const check of CHECKS) {
    const problem = check(query, client);
    if (problem !== null) throw new AuthorizationError(address, ...problem);
  }
  const scope = valueOf(query, "scope");
  const scopes = scope === null ? client.scopes : parseScope(scope)!;
  const codeChallenge = valueOf(query, "code_challenge");
  return { ...address, client, givenRedirectUri: given, scopes, codeChallenge };
}
