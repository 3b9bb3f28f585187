import type { AppError, TokenProblem } from "../errors.ts";

/**
 * Valid in a quoted string of OAuth (RFC 6749, 5.2; RFC 6750, 3): printable ASCII without quotation marks and
 * backslashes.
 */
export const quotable = (text: string): string => text.replaceAll(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, "'");

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

const PARAMETER = /\b(error|scope)="([^"]*)"/g;

/** The token problem in the challenge of another of our services (RFC 6750, 3); null if there is none. */
export function tokenProblemOf(challenge: string | null): TokenProblem | null {
  const found = new Map(
    [...(challenge ?? "").matchAll(PARAMETER)].map(([, name = "", value = ""]) => [name, value]),
  );
  const [error, scope] = [found.get("error"), found.get("scope")];
  if (error === "invalid_token") return { error };
  return error === "insufficient_scope" && scope !== undefined ? { error, scope } : null;
}
