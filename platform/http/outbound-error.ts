/** Why an address is not allowed. */
export class ForbiddenAddress extends Error {}

/** The response exceeded the limit. */
export class TooLongAnswer extends Error {}

/** A request that was refused, or got no complete response in time. The message is for operators. */
export class OutboundError extends Error {
  /** The same without the address, for the person who entered it. */
  readonly problem: string;
  /** True if the address was not allowed, so that nothing was sent. */
  get isRefusal(): boolean {
    return this.cause instanceof ForbiddenAddress;
  }
  /** True if the response was longer than the limit. */
  get isTooLong(): boolean {
    return this.cause instanceof TooLongAnswer;
  }

  constructor(url: URL, problem: string, cause?: unknown) {
    super(`${url.host} ${problem}`, { cause });
    this.name = "OutboundError";
    this.problem = problem;
  }
}
