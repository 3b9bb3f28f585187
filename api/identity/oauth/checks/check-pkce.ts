import { OauthError } from "../oauth-error.ts";
import type { TokenCheck } from "../token-request.ts";

/** RFC 7636, 4.1: 43 to 128 unreserved characters. */
const VERIFIER = /^[\w.~-]{43,128}$/;

/** A verifier has its form. Whether it belongs to the code is decided when the code is taken. */
export const checkPkce: TokenCheck = ({ body: { code_verifier: verifier } }) => {
  if (verifier !== undefined && !VERIFIER.test(verifier))
    throw new OauthError("invalid_request", "code_verifier must be 43 to 128 unreserved characters");
};
