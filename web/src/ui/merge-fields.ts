interface Versions<T> {
  /** What the user started from. */
  over: T;
  /** What is there now. */
  theirs: T;
  /** What the user entered. */
  mine: T;
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The fields as the user entered them, except those that someone else changed. */
export function mergeFields<T extends object>({ over, theirs, mine }: Versions<T>): T {
  const names = Object.keys(mine) as (keyof T)[];
  const changed = names.filter((name) => !isSame(theirs[name], over[name]));
  return { ...mine, ...Object.fromEntries(changed.map((name) => [name, theirs[name]])) };
}
