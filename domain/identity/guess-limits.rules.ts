/*
 * How many attempts to guess a secret are allowed. An account alone is never refused, only slowed down;
 * otherwise anyone could lock out its owner.
 */

interface Limits {
  perMinute: number;
  perHour: number;
}

/** The origin and target of an attempt. */
export interface GuessedSecret {
  /** The network of the caller's address. */
  network: string;
  /** A hash of the account whose secret may be guessed; null if the request names none. */
  accountHash: string | null;
}

/** What attempts are counted for. */
export interface GuessCount {
  /** The name of the counter. */
  subject: string;
  limits: Limits;
  /** Whether callers who signed in from there before are exempt. */
  sparesKnown: boolean;
}

/** An address may belong to a company, or to a proxy that is not configured. */
const PEOPLE_PER_ADDRESS = 30;
const MINUTES_WORTH_PER_HOUR = 6;
/** Above this many times the limit, from anywhere, an account's attempts are slowed down. */
const SLOW_ABOVE = 3;
const SLOW_STEP_MS = 100;
const SLOW_MAX_MS = 3_000;

const limitsFor = (people: number, perMinute: number): Limits => ({
  perMinute: perMinute * people,
  perHour: perMinute * people * MINUTES_WORTH_PER_HOUR,
});

/**
 * The counters of an attempt: for one account from one address, and for all accounts from that address.
 * Failures from one address do not lock out others behind it: their own limit is much stricter than the
 * address's, and accounts that recently signed in from there are exempt from the latter. Requests without an
 * account present something long and random, and are counted separately.
 */
export function guessCounts({ network, accountHash }: GuessedSecret, perMinute: number): GuessCount[] {
  const limits = limitsFor(PEOPLE_PER_ADDRESS, perMinute);
  if (accountHash === null) return [{ subject: `guess:code:${network}`, limits, sparesKnown: false }];
  return [
    {
      subject: `guess:${network}:${accountHash}`,
      limits: limitsFor(1, perMinute),
      sparesKnown: false,
    },
    { subject: `guess:${network}`, limits, sparesKnown: true },
  ];
}

/** The counter of all attempts for an account, from anywhere. */
export const accountCount = (accountHash: string): string => `guess:account:${accountHash}`;

/** How long to delay an attempt, after this many for its account in the last minute. */
export const guessDelayMs = (attempts: number, perMinute: number): number =>
  Math.min(SLOW_MAX_MS, Math.max(0, attempts - perMinute * SLOW_ABOVE) * SLOW_STEP_MS);
