/** A secret before the current one. */
export interface PreviousSecret {
  /** Encrypted. */
  secret: string;
  /** ISO 8601: the end of the overlap that its rotation promised. */
  until: string;
}

/** Bounds the signatures of a delivery: five of 47 characters are far below the limits of servers. */
export const MAX_PREVIOUS_SECRETS = 4;

export const stillSigning = (previous: readonly PreviousSecret[], now: Date): PreviousSecret[] =>
  previous.filter(({ until }) => Date.parse(until) > now.getTime());

/** When the first of them ends. */
export const firstEnd = (signing: readonly PreviousSecret[]): string =>
  signing.map(({ until }) => until).toSorted()[0]!;
