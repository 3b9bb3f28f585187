type Fields = Record<string, unknown>;

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Null stands for a choice that is still open. */
const isOfKind = (value: unknown, example: unknown): boolean =>
  value === null || example === null
    ? typeof value !== "boolean" && typeof value !== "number"
    : typeof value === typeof example && Array.isArray(value) === Array.isArray(example);

/** Whether two versions of a resource may have these values in the same place. */
const isAlike = (value: unknown, current: unknown): boolean =>
  value === null ||
  current === null ||
  (typeof value === typeof current && Array.isArray(value) === Array.isArray(current));

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What is kept of a form; empty without any. */
function readKept(text: string): { changed: Fields; over: Fields | null } {
  try {
    const { changed, over } = JSON.parse(text) as { changed?: unknown; over?: unknown };
    return { changed: isFields(changed) ? changed : {}, over: isFields(over) ? over : null };
  } catch {
    return { changed: {}, over: null };
  }
}

interface Kept<T> {
  fields: T;
  /** The fields without input. */
  initial: T;
  /** Never kept. */
  secrets: readonly (keyof T)[];
  /** The resource that the form changes, as the user saw it. */
  over?: object | undefined;
}

/** The fields that differ from the initial ones, and what they change, as text; empty if none differs. */
export function textOfFields<T extends object>({ fields, initial, secrets, over }: Kept<T>): string {
  const changed = Object.entries(fields).filter(
    ([name, value]) => !secrets.includes(name as keyof T) && !isSame(value, (initial as Fields)[name]),
  );
  return changed.length === 0 ? "" : JSON.stringify({ changed: Object.fromEntries(changed), over });
}

/** Reads kept fields; those that another version of the console kept differently are the initial ones. */
export function readFields<T extends object>(text: string, initial: T): T {
  const { changed } = readKept(text);
  const names = Object.keys(initial).filter(
    (name) => Object.hasOwn(changed, name) && isOfKind(changed[name], (initial as Fields)[name]),
  );
  return { ...initial, ...Object.fromEntries(names.map((name) => [name, changed[name]])) };
}

/**
 * Reads the resource that kept fields change, which may have changed since. It is the current one if nothing was kept,
 * or if another version of the API sent it in another form.
 */
export function readOver<R extends object>(text: string, current: R): R {
  const { over } = readKept(text);
  if (over === null) return current;
  const fields = Object.entries(current);
  return fields.every(([name, value]) => Object.hasOwn(over, name) && isAlike(over[name], value))
    ? (over as R)
    : current;
}
