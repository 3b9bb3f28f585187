/** Stands for a value in a compiled statement, which takes its values by number. */
export class Slot {
  readonly n: number;
  /** The value is a list. */
  readonly isList: boolean;

  constructor(n: number, isList: boolean) {
    this.n = n;
    this.isList = isList;
  }
}

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return (
    (prototype === Object.prototype || prototype === null) && Object.getOwnPropertySymbols(value).length === 0
  );
};

const isWord = (value: unknown): value is string | number =>
  typeof value === "string" || typeof value === "number";

const refuse = (): never => {
  throw new Error("A filter consists of plain data: attributes, operators, values and lists of values");
};

/** Replaces each value, and each list of values, which becomes one array, whatever its length. */
function replaceValues(filter: unknown, slotFor: (value: unknown) => Slot, key = ""): unknown {
  if (filter === null || filter === undefined) return null;
  if (typeof filter === "boolean") return filter;
  if (isWord(filter) || filter instanceof Date) return slotFor(filter);
  if (Array.isArray(filter)) {
    if (key === "$and" || key === "$or") return filter.map((item) => replaceValues(item, slotFor));
    return filter.every(isWord) ? slotFor(filter) : refuse();
  }
  if (typeof filter !== "object" || !isPlain(filter)) return refuse();
  return Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [name, replaceValues(value, slotFor, name)]),
  );
}

/** Filters that are the same with slots share a statement; it takes their values by number. */
export function takeApart<F>(filter: F): { slotted: F; values: unknown[] } {
  const values: unknown[] = [];
  const slotFor = (value: unknown): Slot => new Slot(values.push(value) - 1, Array.isArray(value));
  return { slotted: replaceValues(filter, slotFor) as F, values };
}
