import type { AppError } from "../errors.ts";
import { quotable } from "./quotable.ts";

/**
 * What WWW-Authenticate says beside an error (RFC 6750, 3), `more` included; null where it says nothing. Whoever showed no
 * token, or another credential, learns the scheme alone.
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
