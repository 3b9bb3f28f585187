/** Notifies all waiting callers. */
export function createBell() {
  let waiting = Promise.withResolvers<void>();
  return {
    ring(): void {
      waiting.resolve();
      waiting = Promise.withResolvers<void>();
    },
    heard: (): Promise<void> => waiting.promise,
  };
}
