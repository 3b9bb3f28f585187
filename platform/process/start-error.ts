/** A reason why a process cannot start, in a sentence with the remedy. */
export class StartError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = "StartError";
  }
}
