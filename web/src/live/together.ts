/** Calls that arrive together become one. */
const TOGETHER_MS = 100;
/** At most one call for the same name in this time. */
const BETWEEN_MS = 1_500;

interface Together {
  /** Runs it soon, at most once in a while for each name, and `afterMs` later if that is given. */
  add(name: string, afterMs?: number): void;
  stop(): void;
}

/** Many events in a short time cause few refetches. */
export function together(run: (name: string) => void): Together {
  const waiting = new Map<string, ReturnType<typeof setTimeout>>();
  const lastRun = new Map<string, number>();
  const runNow = (name: string): void => {
    waiting.delete(name);
    lastRun.set(name, Date.now());
    run(name);
  };
  return {
    add(name, afterMs = TOGETHER_MS) {
      if (waiting.has(name)) return;
      const since = Date.now() - (lastRun.get(name) ?? 0);
      const timer = setTimeout(() => runNow(name), Math.max(afterMs, BETWEEN_MS - since));
      waiting.set(name, timer);
    },
    stop() {
      for (const timer of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}
