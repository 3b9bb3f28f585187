/** Thrown by a parser if the document itself is the cause. Any other error counts as a damaged file. */
export class ParseError extends Error {
  readonly reason: "encrypted" | "corrupt" | "memory";

  constructor(reason: ParseError["reason"], message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "ParseError";
    this.reason = reason;
  }
}

export const passwordNeeded = () =>
  new ParseError("encrypted", "The file is protected with a password and cannot be read.");
