/** The only element of a list, such as the row of a count; throws if there are none or several. */
export function only<T>(list: readonly T[]): T {
  const [element, ...others] = list;
  if (element === undefined || others.length > 0)
    throw new Error(`expected a list of one element, not of ${list.length}`);
  return element;
}
