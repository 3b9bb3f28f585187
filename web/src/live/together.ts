/** Calls that arrive within this time become one. */
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
  const waiting = new Map<string, { timer: ReturnType<typeof setTimeout>; at: number }>();
  const lastRun = new Map<string, number>();
  /** When to run again, because the pending call is too early. */
  const again = new Map<string, number>();
  const schedule = (name: string, from: number): void => {
    const at = Math.max(from, (lastRun.get(name) ?? 0) + BETWEEN_MS);
    waiting.set(name, { at, timer: setTimeout(() => runNow(name), at - Date.now()) });
  };
  const runNow = (name: string): void => {
    const next = again.get(name);
    waiting.delete(name);
    again.delete(name);
    lastRun.set(name, Date.now());
    if (next !== undefined) schedule(name, next);
    run(name);
  };
  return {
    add(name, afterMs = TOGETHER_MS) {
      const from = Date.now() + afterMs;
      const open = waiting.get(name);
      if (open === undefined) schedule(name, from);
      else if (afterMs > TOGETHER_MS && open.at < from) again.set(name, from);
    },
    stop() {
      for (const { timer } of waiting.values()) clearTimeout(timer);
      waiting.clear();
      again.clear();
    },
  };
}
