/**
 * Wraps work on ids so that each id is worked on at most once, also while earlier work is still running. The returned
 * function waits for all its ids, and rejects if the work on any of them failed.
 */
export function onceEach<Context>(
  work: (ids: readonly string[], context: Context) => Promise<void>,
): (ids: readonly string[], context: Context) => Promise<void> {
  const started = new Map<string, Promise<void>>();
  return async (ids, context) => {
    const fresh = ids.filter((id) => !started.has(id));
    if (fresh.length > 0) {
      const done = work(fresh, context);
      for (const id of fresh) started.set(id, done);
    }
    await Promise.all(new Set(ids.flatMap((id) => started.get(id) ?? [])));
  };
}
