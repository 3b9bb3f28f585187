import { scopeProblem, type OauthProblem, type RequestingClient } from "./oauth-problem.rules.ts";

type Check = (query: URLSearchParams, client: RequestingClient) => OauthProblem | null;

/** The value of a parameter; an empty one counts as omitted. */
export const parameterOf = (query: URLSearchParams, name: string): string | null => query.get(name) || null;

export const isRepeated = (query: URLSearchParams, name: string): boolean => query.getAll(name).length > 1;

/** RFC 7636, 4.2: the 43 characters of a SHA-256 hash. */
const S256_CHALLENGE = /^[\w-]{43}$/;
const PRINTABLE = /^[\x20-\x7e]{1,2000}$/;

const checkRepetition: Check = (query) =>
  [...query.keys()].some((key) => isRepeated(query, key))
    ? ["invalid_request", "A parameter was sent more than once"]
    : null;

const checkState: Check = (query) => {
  const state = parameterOf(query, "state");
  return state === null || PRINTABLE.test(state)
    ? null
    : ["invalid_request", "state must be printable ASCII"];
};

const checkResponseType: Check = (query) => {
  const type = parameterOf(query, "response_type");
  if (type === null) return ["invalid_request", "response_type is missing"];
  return type === "code" ? null : ["unsupported_response_type", "Use response_type=code"];
};

const checkGrant: Check = (_query, { grants }) =>
  grants.includes("authorization_code")
    ? null
    : ["unauthorized_client", "The client is not registered for authorization_code"];

/**
 * A challenge without a method means `plain` (RFC 7636, 4.3), and a method without a challenge protects
 * nothing.
 */
const checkPkce: Check = (query, { requirePkce }) => {
  const challenge = parameterOf(query, "code_challenge");
  const method = parameterOf(query, "code_challenge_method");
  if (challenge === null && method === null)
    return requirePkce ? ["invalid_request", "code_challenge is missing"] : null;
  if (method !== "S256") return ["invalid_request", "Use code_challenge_method=S256"];
  return challenge !== null && S256_CHALLENGE.test(challenge)
    ? null
    : ["invalid_request", "code_challenge must be 43 base64url characters"];
};

const checkScope: Check = (query, client) => scopeProblem(parameterOf(query, "scope") ?? undefined, client);

const CHECKS: readonly Check[] = [
  checkRepetition,
  checkState,
  checkResponseType,
  checkGrant,
  checkPkce,
  checkScope,
];

/** Why an authorization request is refused; null if it is well-formed and the client may make it. */
export function authorizationProblem(query: URLSearchParams, client: RequestingClient): OauthProblem | null {
  for (const check of CHECKS) {
    const problem = check(query, client);
    if (problem !== null) return problem;
  }
  return null;
}
