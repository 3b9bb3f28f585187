import type { TokenProblem } from "../errors.ts";

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
