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

/** Visits every value of a filter, always in the same order. */
type Visit<R> = (value: string | number | Date | readonly (string | number)[]) => R;

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return (
    (prototype === Object.prototype || prototype === null) && Object.getOwnPropertySymbols(value).length === 0
  );
};

const isWord = (value: unknown): value is string | number =>
  typeof value === "string" || typeof value === "number";

/** A list of values, as opposed to the alternatives of `$or`: it becomes one array, whatever its length. */
const isList = (value: unknown): value is readonly (string | number)[] =>
  Array.isArray(value) && value.every(isWord);

const isFilterList = (key: string): boolean => key === "$and" || key === "$or";

const refuse = (): never => {
  throw new Error("A filter consists of plain data: attributes, operators, values and lists of values");
};

/** The shape of a filter as text, without its values, which `visit` receives. */
function shapeOf(filter: unknown, visit: Visit<void>, key = ""): string {
  if (filter === null || filter === undefined) return "null";
  if (typeof filter === "boolean") return String(filter);
  if (isWord(filter) || filter instanceof Date) {
    visit(filter);
    return "?";
  }
  if (Array.isArray(filter)) {
    if (isFilterList(key)) return `[${filter.map((item) => shapeOf(item, visit)).join()}]`;
    if (!isList(filter)) return refuse();
    visit(filter);
    return "?list";
  }
  if (typeof filter !== "object" || !isPlain(filter)) return refuse();
  return `{${Object.entries(filter)
    .map(([name, value]) => `${JSON.stringify(name)}:${shapeOf(value, visit, name)}`)
    .join()}}`;
}

/** Filters of the same shape share a statement; it takes their values, in this order. */
export function takeApart(filter: unknown): { shape: string; values: unknown[] } {
  const values: unknown[] = [];
  const shape = shapeOf(filter, (value) => void values.push(value));
  return { shape, values };
}

function replaceValues(filter: unknown, visit: Visit<Slot>, key = ""): unknown {
  if (isWord(filter) || filter instanceof Date) return visit(filter);
  if (Array.isArray(filter))
    return isFilterList(key) ? filter.map((item) => replaceValues(item, visit)) : visit(filter);
  if (typeof filter !== "object" || filter === null) return filter;
  return Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [name, replaceValues(value, visit, name)]),
  );
}

/** The filter with slots instead of its values, numbered in the order of `takeApart`. */
export function withSlots<F>(filter: F): F {
  let n = 0;
  return replaceValues(filter, (value) => new Slot(n++, Array.isArray(value))) as F;
}
