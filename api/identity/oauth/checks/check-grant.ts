import { DEVICE_GRANT, GRANTS, type Grant } from "../../../../domain/identity/oauth-client.rules.ts";
import { OauthError } from "../oauth-error.ts";
import type { TokenCheck, TokenRequest } from "../token-request.ts";

const REQUIRED_FIELD: Partial<Record<Grant, keyof TokenRequest["body"]>> = {
  authorization_code: "code",
  refresh_token: "refresh_token",
  [DEVICE_GRANT]: "device_code",
};

/** The grant type exists, the client is registered for it, and its parameter is present. */
export const checkGrant: TokenCheck = ({ body, client }) => {
  const grant = GRANTS.find((known) => known === body.grant_type);
  if (grant === undefined) throw new OauthError("unsupported_grant_type", `Use one of ${GRANTS.join(", ")}`);
  if (!client.grants.includes(grant))
    throw new OauthError("unauthorized_client", `The client is not registered for ${grant}`);
  const field = REQUIRED_FIELD[grant];
  if (field !== undefined && body[field] === undefined)
    throw new OauthError("invalid_request", `${field} is missing`);
};
