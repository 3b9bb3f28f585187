/**
 * Encrypts secrets at rest. The context is authenticated: a value moved to another row cannot be decrypted.
 */
export interface SecretBox {
  seal(context: string, secret: string): string;
  open(context: string, sealed: string): string;
}
