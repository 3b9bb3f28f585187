import { isInCalendar } from "../../domain/days.rules.ts";

/** The kinds of URL parameters. */
interface Kinds {
  text: string;
  number: number;
  day: string;
}

/** A kind, or the values that are valid. */
type Kind = keyof Kinds | readonly string[];
type ValueOf<K extends Kind> = K extends readonly (infer V)[] ? V : K extends keyof Kinds ? Kinds[K] : never;
type Read<S extends Record<string, Kind>> = { [K in keyof S]?: ValueOf<S[K]> | undefined };

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
  day: (value) => (typeof value === "string" && isInCalendar(value) ? value : undefined),
};

const readOne = (kind: Kind, value: unknown): unknown =>
  typeof kind === "string" ? READERS[kind](value) : kind.find((valid) => valid === value);

/** Reads the URL parameters that a page knows, and ignores others. */
export const readSearch =
  <const S extends Record<string, Kind>>(kinds: S) =>
  (search: Record<string, unknown>): Read<S> =>
    Object.fromEntries(
      Object.entries(kinds)
        .map(([name, kind]) => [name, readOne(kind, search[name])])
        // An invalid value stays as undefined, which replaces it: the router adds what the root knows.
        .filter(([name, value]) => value !== undefined || search[name as string] !== undefined),
    ) as Read<S>;
