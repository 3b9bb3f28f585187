/** A signing key is sealed with another ENCRYPTION_KEY than ours, or damaged: a person must act. */
export class UnopenableKeyError extends Error {
  override name = "UnopenableKeyError";

  constructor(kid: string, cause: unknown) {
    super(`the signing key ${kid} does not open: ENCRYPTION_KEY is not the one that it is sealed with`, {
      cause,
    });
  }
}
