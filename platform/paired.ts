/** The elements of two lists by position, such as texts with their vectors; throws unless there are as many of both. */
export function paired<A, B>(first: readonly A[], second: readonly B[]): [A, B][] {
  const others = second.values();
  const pairs = first.flatMap((element): [A, B][] => {
    const other = others.next();
    return other.done === true ? [] : [[element, other.value]];
  });
  if (pairs.length === first.length && others.next().done === true) return pairs;
  throw new Error(`expected lists of the same length, not of ${first.length} and ${second.length}`);
}
