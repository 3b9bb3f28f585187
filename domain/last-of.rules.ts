/** The last element of a list; throws if it is empty. */
export function lastOf<T>(list: readonly T[]): T {
  const last = list.at(-1);
  if (last === undefined) throw new Error("expected a list with at least one element");
  return last;
}
