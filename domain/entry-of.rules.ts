/** The value of a map for a key that it must have; throws, naming the key, if it does not. */
export function entryOf<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key);
  if (value === undefined) throw new Error(`the map has no entry for ${String(key)}`);
  return value;
}
