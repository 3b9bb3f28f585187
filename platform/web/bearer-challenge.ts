import type { AppError } from "../errors.ts";
import { quotable } from "./quotable.ts";

/**
 * The value of WWW-Authenticate for an error (RFC 6750, 3), with the parameters in `more`; null if there is
 * none. A caller without a token, or with another credential, gets the scheme only.
 */
export function bearerChallenge(
  { status, message, tokenProblem }: AppError,
  more: Readonly<Record<string, string>> = {},
): string | null {
  if (status !== 401 && tokenProblem === null) return null;
  const problem = tokenProblem && { ...tokenProblem, error_description: message };
  const parameters = Object.entries({ realm: "compliance", ...problem, ...more });
  return `Bearer ${parameters.map(([name, value]) => `${name}="${quotable(value)}"`).join(", ")}`;
}
