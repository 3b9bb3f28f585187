const [QUOTE, BACKSLASH, COLON, OPEN, CLOSE] = [0x22, 0x5c, 0x3a, 0x7b, 0x7d];
const BLANKS: readonly number[] = [0x20, 0x09, 0x0a, 0x0d];

/** Where the string that begins at `from` has its closing quotation mark. */
function endOfString(json: string, from: number): number {
  let end = from + 1;
  for (let code = json.charCodeAt(end); code !== QUOTE; code = json.charCodeAt(end))
    end += code === BACKSLASH ? 2 : 1;
  return end;
}

/** Names may be written in several ways: `a` is also `\\u0061`. */
function nameOf(json: string, from: number, end: number): string {
  const written = json.slice(from + 1, end);
  return written.includes("\\") ? (JSON.parse(`"${written}"`) as string) : written;
}

function isName(json: string, end: number): boolean {
  let next = end + 1;
  while (BLANKS.includes(json.charCodeAt(next))) next += 1;
  return json.charCodeAt(next) === COLON;
}

/** The names of an object so far: most have few, and many one alone. */
type Names = string | Set<string> | null;

const has = (names: Names, name: string): boolean =>
  names instanceof Set ? names.has(name) : names === name;

const withName = (names: Names, name: string): Names => {
  if (names === null) return name;
  return (names instanceof Set ? names : new Set([names])).add(name);
};

/** A name that stands twice in one object of a valid JSON text, at any depth; null where there is none. Linear: each character is looked at once. */
export function repeatedName(json: string): string | null {
  const open: Names[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === OPEN) open.push(null);
    else if (code === CLOSE) open.pop();
    else if (code === QUOTE) {
      const end = endOfString(json, at);
      if (isName(json, end)) {
        const name = nameOf(json, at, end);
        const names = open.at(-1)!;
        if (has(names, name)) return name;
        open[open.length - 1] = withName(names, name);
      }
      at = end;
    }
  }
  return null;
}
