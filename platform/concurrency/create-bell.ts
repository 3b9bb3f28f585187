/** Notifies all waiting callers. */
export function createBell() {
  let waiting = Promise.withResolvers<void>();
  return {
    ring(): void {
      waiting.resolve();
      waiting = Promise.withResolvers<void>();
    },
    nextRing: (): Promise<void> => waiting.promise,
  };
}
