/** Keeps secrets at rest. A sealed one is bound to its context: moved to another row it does not open. */
export interface SecretBox {
  seal(context: string, secret: string): string;
  open(context: string, sealed: string): string;
}
