/** The kept value, or a new one that is kept from now on. */
export function keep<T>(all: Map<string, T>, key: string, create: () => T): T {
  const kept = all.get(key) ?? create();
  all.set(key, kept);
  return kept;
}
