const MAX_BYTES = 200;
/** An extension has at most so many letters, its dot included. */
const EXTENSION = 10;
/** Of a longer name only head and end are looked at: nothing here may cost more the more a caller sends. */
const MOST_READ = 1_000;
// Control characters, path separators, and the marks that make text read backwards ("gpj.exe").
const UNSAFE = /[\p{Cc}/\\\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

const lastPart = (name: string): string =>
  name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1);

const bounded = (name: string): string =>
  name.length <= MOST_READ ? name : name.slice(0, MOST_READ - EXTENSION) + name.slice(-EXTENSION);

function shorten(stem: string, extension: string): string {
  let left = MAX_BYTES - Buffer.byteLength(extension);
  let kept = "";
  for (const character of stem) {
    left -= Buffer.byteLength(character);
    if (left < 0) break;
    kept += character;
  }
  return kept + extension;
}

/** The name under which a file is kept: Unicode stays; paths, control characters and tricks go. Never empty. */
export function safeFileName(offered: string): string {
  const whole = bounded(lastPart(offered)).toWellFormed().normalize("NFC");
  const name = whole.replace(UNSAFE, "").trim().replace(/^\.+/, "");
  const dot = name.lastIndexOf(".");
  if (name === "") return "file";
  return dot <= 0 || name.length - dot > EXTENSION
    ? shorten(name, "")
    : shorten(name.slice(0, dot), name.slice(dot));
}
