import { OauthError } from "../oauth-error.ts";
import type { TokenCheck } from "../token-request.ts";

/** RFC 7636, 4.1: 43 to 128 unreserved characters. */
const VERIFIER = /^[\w.~-]{43,128}$/;

/** Checks the format of the verifier. Whether it matches the code is checked when the code is redeemed. */
export const checkPkce: TokenCheck = ({ body: { code_verifier: verifier } }) => {
  if (verifier !== undefined && !VERIFIER.test(verifier))
    throw new OauthError("invalid_request", "code_verifier must be 43 to 128 unreserved characters");
};
