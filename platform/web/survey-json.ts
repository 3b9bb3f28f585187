/** Limits for a JSON text: parsing blocks the event loop, and wide or deep texts take longest. */
export interface JsonBounds {
  /** Numbers, strings, arrays and objects together. */
  values: number;
}

export type OddJson = { kind: "deep" | "wide" | "crowded" } | { kind: "twice"; name: string };

export const DEEPEST_JSON = 100;
/** In one object. */
export const MAX_NAMES = 10_000;
/** The number of tokens to scan in one slice. */
const MARKS_IN_ONE_GO = 10_000;

const MARK = /["{}[\],]/g;
const COLON_NEXT = /[ \t\n\r]*:/y;

/** Whether the quotation mark is part of the string: an odd number of backslashes precedes it. */
function isEscaped(json: string, quote: number): boolean {
  let before = quote;
  while (json.charCodeAt(before - 1) === 0x5c) before -= 1;
  return (quote - before) % 2 === 1;
}

/** Keys have several notations: `a` is also `\\u0061`. The parser refuses invalid ones. */
function nameOf(written: string): string {
  if (!written.includes("\\")) return written;
  try {
    return JSON.parse(`"${written}"`) as string;
  } catch {
    return written;
  }
}

/**
 * Scans a JSON text without parsing it, and reports excessive depth, too many values, too many keys in an
 * object, or a repeated key. It yields now and then, so that other work can run. Returns null for a valid
 * text and for one that is not JSON, which the parser refuses. Runs in linear time.
 */
export function* surveyJson(json: string, bounds: JsonBounds): Generator<void, OddJson | null> {
  /** The keys of each open object; null for an array. */
  const open: (Set<string> | null)[] = [];
  let values = 1;
  let textFrom = -1;
  MARK.lastIndex = 0;
  for (let at = 0, marks = 1; ; marks += 1) {
    if (marks % MARKS_IN_ONE_GO === 0) yield;
    const found = nextMark(json, at, textFrom >= 0);
    if (found < 0) return null;
    at = found + 1;
    const mark = json.charAt(found);
    if (mark === '"') {
      if (textFrom < 0) textFrom = found + 1;
      else if (!isEscaped(json, found)) {
        const odd = oddName(json, textFrom, found, open.at(-1));
        if (odd !== null) return odd;
        textFrom = -1;
      }
    } else if (mark === "{" || mark === "[") {
      if (open.push(mark === "{" ? new Set() : null) > DEEPEST_JSON) return { kind: "deep" };
      values += 1;
    } else if (mark === ",") values += 1;
    else open.pop();
    if (values > bounds.values) return { kind: "wide" };
  }
}

/** The next structural character; inside a string, only its end. */
function nextMark(json: string, from: number, isInText: boolean): number {
  if (isInText) return json.indexOf('"', from);
  MARK.lastIndex = from;
  return MARK.exec(json)?.index ?? -1;
}

/** The problem with a string that has just ended, if it is a key. */
function oddName(
  json: string,
  from: number,
  end: number,
  names: Set<string> | null | undefined,
): OddJson | null {
  if (names === null || names === undefined) return null;
  COLON_NEXT.lastIndex = end + 1;
  if (!COLON_NEXT.test(json)) return null;
  const name = nameOf(json.slice(from, end));
  if (names.has(name)) return { kind: "twice", name };
  names.add(name);
  return names.size > MAX_NAMES ? { kind: "crowded" } : null;
}
