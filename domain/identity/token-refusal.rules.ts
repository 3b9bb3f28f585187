const NO_SUCH_CODE =
  "The authorization code is unknown, used or expired: request a new one at /oauth/authorize";
const NO_SUCH_TOKEN = "The refresh token is unknown, used or expired: have the user authorize again";

/** What the library's messages mean here. */
const REFUSALS: Readonly<Record<string, string>> = {
  "Invalid parameter: `code`": "code is malformed: send the one of the redirect",
  "Missing parameter: `code_verifier`":
    "code_verifier is missing: send the one that the challenge was made of",
  "Invalid grant: code verifier is invalid": "code_verifier does not match the challenge of the code",
  "Invalid grant: authorization code is invalid": NO_SUCH_CODE,
  "Invalid grant: authorization code has expired": NO_SUCH_CODE,
  "Invalid request: `redirect_uri` is invalid":
    "redirect_uri must be the one that was sent to /oauth/authorize",
  "Invalid request: `redirect_uri` is not a valid URI":
    "redirect_uri must be the one that was sent to /oauth/authorize",
  "Invalid parameter: `refresh_token`": "refresh_token is malformed: send the latest one you received",
  "Invalid grant: refresh token is invalid": NO_SUCH_TOKEN,
  "Invalid grant: refresh token has expired": NO_SUCH_TOKEN,
  "Invalid grant: refresh token was issued to another client": NO_SUCH_TOKEN,
};

/** Why the library refuses a token request, and what to do. Other messages lose only their first words. */
export const describeTokenRefusal = (message: string): string =>
  REFUSALS[message] ?? message.replace(/^[\w ]+: /, "");
