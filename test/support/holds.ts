/** A place where running work can be suspended, as by a slow disk: it waits there, ignoring signals. */
export interface Hold {
  /** Resolves when work has reached the place. */
  reached: Promise<void>;
  /** Lets it continue. */
  letGo(): void;
}

export interface Holds<Place extends string> {
  /** Suspends the next work at the place. */
  at(place: Place): Hold;
  /** Called at the place. */
  pass(place: Place): Promise<void>;
}

export function createHolds<Place extends string>(): Holds<Place> {
  const waiting = new Map<Place, () => Promise<void>>();
  return {
    at(place) {
      const reached = Promise.withResolvers<void>();
      const gone = Promise.withResolvers<void>();
      waiting.set(place, () => {
        reached.resolve();
        return gone.promise;
      });
      return { reached: reached.promise, letGo: gone.resolve };
    },
    async pass(place) {
      const wait = waiting.get(place);
      waiting.delete(place);
      await wait?.();
    },
  };
}
