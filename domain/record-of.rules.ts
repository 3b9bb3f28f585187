/** A record with a value for each of the names, in their order. Its type holds if the names are all of `N`. */
export const recordOf = <N extends string, V>(names: readonly N[], valueOf: (name: N) => V): Record<N, V> =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<N, V>;
