import { DEVICE_GRANT, GRANTS, type Grant } from "./oauth-client.rules.ts";
import { scopeProblem, type OauthProblem, type RequestingClient } from "./oauth-problem.rules.ts";

/** The parameters of a token request that decide whether it is well-formed. */
interface TokenParameters {
  grant_type: string;
  code?: string | undefined;
  refresh_token?: string | undefined;
  device_code?: string | undefined;
  code_verifier?: string | undefined;
  scope?: string | undefined;
}

const REQUIRED_FIELD: Partial<Record<Grant, keyof TokenParameters>> = {
  authorization_code: "code",
  refresh_token: "refresh_token",
  [DEVICE_GRANT]: "device_code",
};

/** The grant type exists, the client is registered for it, and its parameter is present. */
function grantProblem(
  parameters: TokenParameters,
  { grants }: Pick<RequestingClient, "grants">,
): OauthProblem | null {
  const grant = GRANTS.find((known) => known === parameters.grant_type);
  if (grant === undefined) return ["unsupported_grant_type", `Use one of ${GRANTS.join(", ")}`];
  if (!grants.includes(grant)) return ["unauthorized_client", `The client is not registered for ${grant}`];
  const field = REQUIRED_FIELD[grant];
  return field === undefined || parameters[field] !== undefined
    ? null
    : ["invalid_request", `${field} is missing`];
}

/** RFC 7636, 4.1: 43 to 128 unreserved characters. */
const VERIFIER = /^[\w.~-]{43,128}$/;

/** The format of the verifier. Whether it matches the code is checked when the code is redeemed. */
const pkceProblem = ({ code_verifier: verifier }: TokenParameters): OauthProblem | null =>
  verifier === undefined || VERIFIER.test(verifier)
    ? null
    : ["invalid_request", "code_verifier must be 43 to 128 unreserved characters"];

/** Why a token request is refused before its code or token is redeemed; null if nothing is wrong so far. */
export const tokenRequestProblem = (
  parameters: TokenParameters,
  client: Pick<RequestingClient, "grants" | "scopes">,
): OauthProblem | null =>
  grantProblem(parameters, client) ?? scopeProblem(parameters.scope, client) ?? pkceProblem(parameters);
