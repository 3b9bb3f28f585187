const MAX_BYTES = 200;
/** Maximum length of an extension, including its dot. */
const EXTENSION = 10;
/** Only the beginning and end of a longer name are used, so that the cost is bounded. */
const MAX_READ = 1_000;
// Control characters, path separators, and marks that reverse the reading direction ("gpj.exe").
const UNSAFE = /[\p{Cc}/\\\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

const LINE_ENDS = /[\r\n]+/g;
/** Dots in front would hide the file. */
const EDGES = /^[\s.]+|(?<!\s)\s+$/gu;

const lastPart = (name: string): string =>
  name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1);

const bounded = (name: string): string =>
  name.length <= MAX_READ ? name : name.slice(0, MAX_READ - EXTENSION) + name.slice(-EXTENSION);

function shorten(stem: string, extension: string): string {
  let left = MAX_BYTES - Buffer.byteLength(extension);
  let kept = "";
  for (const character of stem) {
    left -= Buffer.byteLength(character);
    if (left < 0) break;
    kept += character;
  }
  return (kept + extension).trimEnd();
}

/**
 * The name under which a file is stored: Unicode stays; paths, control characters and tricks are removed.
 * Never empty.
 */
export function safeFileName(offered: string): string {
  const whole = bounded(lastPart(offered)).toWellFormed().replace(LINE_ENDS, " ").replace(UNSAFE, "");
  const name = whole.normalize("NFC").replace(EDGES, "");
  const dot = name.lastIndexOf(".");
  if (name === "") return "file";
  return dot <= 0 || name.length - dot > EXTENSION
    ? shorten(name, "")
    : shorten(name.slice(0, dot), name.slice(dot));
}
