/** How much a JSON text may hold: parsing it holds up everybody, and what is wide or deep takes longest. */
export interface JsonBounds {
  /** Numbers, texts, lists, objects: all together. */
  values: number;
}

export type OddJson = { kind: "deep" | "wide" | "crowded" } | { kind: "twice"; name: string };

export const DEEPEST_JSON = 100;
/** Of one object. */
export const MOST_NAMES = 10_000;
/** How many marks are looked at in one go. */
const MARKS_IN_ONE_GO = 10_000;

const MARK = /["{}[\],]/g;
const COLON_NEXT = /[ \t\n\r]*:/y;

/** Whether the quotation mark belongs to the text: an odd number of backslashes stands before it. */
function isEscaped(json: string, quote: number): boolean {
  let before = quote;
  while (json.charCodeAt(before - 1) === 0x5c) before -= 1;
  return (quote - before) % 2 === 1;
}

/** Names may be written in several ways: `a` is also `\\u0061`. What cannot be read is for the parser to refuse. */
function nameOf(written: string): string {
  if (!written.includes("\\")) return written;
  try {
    return JSON.parse(`"${written}"`) as string;
  } catch {
    return written;
  }
}

/**
 * Looks through a JSON text for what is odd about it, without parsing it: nested too deep, too many values, too many names
 * in an object, or a name twice. It stops now and then, so that others have their turn; answers null for a text that is
 * fine, and for one that is no JSON, which the parser refuses. Linear: each character is looked at once.
 */
export function* surveyJson(json: string, bounds: JsonBounds): Generator<void, OddJson | null> {
  /** The names of each object that is open; null for a list. */
  const open: (Set<string> | null)[] = [];
  let values = 1;
  let textFrom = -1;
  MARK.lastIndex = 0;
  for (let at = 0, marks = 1; ; marks += 1) {
    if (marks % MARKS_IN_ONE_GO === 0) yield;
    const found = nextMark(json, at, textFrom >= 0);
    if (found < 0) return null;
    at = found + 1;
    const mark = json[found]!;
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

/** The next of what structures a text; inside of a string only its end does. */
function nextMark(json: string, from: number, isInText: boolean): number {
  if (isInText) return json.indexOf('"', from);
  MARK.lastIndex = from;
  return MARK.exec(json)?.index ?? -1;
}

/** What is odd about a text that has just ended, where it is a name of the object it stands in. */
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
  return names.size > MOST_NAMES ? { kind: "crowded" } : null;
}
