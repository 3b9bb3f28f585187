type Fields = Record<string, unknown>;

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Null stands for a choice that is still open. */
const isOfKind = (value: unknown, example: unknown): boolean =>
  value === null || example === null
    ? typeof value !== "boolean" && typeof value !== "number"
    : typeof value === typeof example && Array.isArray(value) === Array.isArray(example);

/** The fields that differ from the initial ones, as text; empty if none does. Secrets are never kept. */
export function textOfFields<T extends object>(fields: T, initial: T, secrets: readonly (keyof T)[]): string {
  const changed = Object.entries(fields).filter(
    ([name, value]) => !secrets.includes(name as keyof T) && !isSame(value, (initial as Fields)[name]),
  );
  return changed.length === 0 ? "" : JSON.stringify(Object.fromEntries(changed));
}

/** Reads kept fields; those that another version of the console kept differently are the initial ones. */
export function readFields<T extends object>(text: string, initial: T): T {
  try {
    const kept = (JSON.parse(text) ?? {}) as Fields;
    const names = Object.keys(initial).filter(
      (name) => Object.hasOwn(kept, name) && isOfKind(kept[name], (initial as Fields)[name]),
    );
    return { ...initial, ...Object.fromEntries(names.map((name) => [name, kept[name]])) };
  } catch {
    return initial;
  }
}
