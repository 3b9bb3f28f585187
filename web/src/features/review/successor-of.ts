interface Listed {
  id: string;
}

/** What was shown last, and in which list. */
export interface Place<T extends Listed> {
  shown: T;
  evidence: readonly T[];
}

/**
 * What to show now: the same as before or, once it has left the list, what came after it. At the end of the list, it is
 * what came before it; without a place, the first.
 */
export function successorOf<T extends Listed>(before: Place<T> | null, now: readonly T[]): T | undefined {
  if (before === null) return now[0];
  const at = before.evidence.findIndex(({ id }) => id === before.shown.id);
  const inOrder = [...before.evidence.slice(at), ...before.evidence.slice(0, at).toReversed()];
  const left = inOrder.find(({ id }) => now.some((one) => one.id === id));
  return now.find(({ id }) => id === left?.id) ?? now[0];
}
