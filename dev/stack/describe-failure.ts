/** Why a server was not reached, in a few words: the system's error code or the server's message. */
export function describeFailure(error: unknown): string {
  const { code, message, details, errors } = error as Partial<NodeJS.ErrnoException> & {
    details?: unknown;
    errors?: unknown[];
  };
  // A name with several addresses fails once for each.
  if (errors?.[0] !== undefined) return describeFailure(errors[0]);
  if (typeof details === "string" && details !== "") return details;
  return message || String(code ?? error);
}
