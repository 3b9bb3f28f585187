/** A signing key was encrypted with another ENCRYPTION_KEY, or is damaged: someone must act. */
export class UnopenableKeyError extends Error {
  override name = "UnopenableKeyError";

  constructor(kid: string, cause: unknown) {
    super(`the signing key ${kid} cannot be decrypted: ENCRYPTION_KEY is not the key it is sealed with`, {
      cause,
    });
  }
}
