/** The current time; tests pass their own clock. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

let productClock = systemClock;

/** Called when a process begins to follow the clock of the database. */
export const setProductClock = (clock: Clock): void => void (productClock = clock);

export function unsetProductClock(clock: Clock): void {
  if (productClock === clock) productClock = systemClock;
}

/** The time that this process follows, for entities: they are written without a context. */
export const productNow = (): Date => productClock.now();
