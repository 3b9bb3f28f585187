/** A place where work under way can be held up, as by a slow disk: it waits there, and hears no signal. */
export interface Hold {
  /** Somebody came to the place. */
  reached: Promise<void>;
  /** Lets them go on. */
  letGo(): void;
}

export interface Holds<Place extends string> {
  /** Holds whoever comes to the place next. */
  at(place: Place): Hold;
  /** To be called where the place is. */
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
