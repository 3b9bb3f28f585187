/** The kinds of URL parameters. */
interface Kinds {
  text: string;
  number: number;
  day: string;
}

type Read<S extends Record<string, keyof Kinds>> = { [K in keyof S]?: Kinds[S[K]] | undefined };

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Whether the calendar has this day. */
function isDay(text: string): boolean {
  const time = DAY.test(text) ? Date.parse(text) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

const READERS: { [K in keyof Kinds]: (value: unknown) => Kinds[K] | undefined } = {
  text: (value) => {
    const text = typeof value === "number" ? String(value) : value;
    return typeof text === "string" && text !== "" ? text : undefined;
  },
  number: (value) => {
    // An object in a URL need not have a primitive value.
    const number = typeof value === "string" ? Number(value) : value;
    return typeof number === "number" && Number.isInteger(number) && number > 0 ? number : undefined;
  },
  day: (value) => (typeof value === "string" && isDay(value) ? value : undefined),
};

/** Reads the URL parameters that a page knows, and ignores others. */
export const readSearch =
  <const S extends Record<string, keyof Kinds>>(kinds: S) =>
  (search: Record<string, unknown>): Read<S> =>
    Object.fromEntries(
      Object.entries(kinds)
        .map(([name, kind]) => [name, READERS[kind](search[name])])
        // An invalid value stays as undefined, which replaces it: the router adds what the root knows.
        .filter(([name, value]) => value !== undefined || search[name as string] !== undefined),
    ) as Read<S>;
