const MAX_BYTES = 200;
// Control characters, path separators, and the marks that make text read backwards ("gpj.exe").
const UNSAFE = /[\p{Cc}/\\\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

const lastPart = (name: string): string => name.split(/[/\\]/).at(-1) ?? "";

function shorten(stem: string, extension: string): string {
  let kept = stem;
  while (Buffer.byteLength(kept + extension) > MAX_BYTES) kept = Array.from(kept).slice(0, -1).join("");
  return kept + extension;
}

/** The name under which a file is kept: Unicode stays; paths, control characters and tricks go. Never empty. */
export function safeFileName(offered: string): string {
  const name = lastPart(offered.normalize("NFC")).replace(UNSAFE, "").trim().replace(/^\.+/, "");
  const dot = name.lastIndexOf(".");
  if (name === "") return "file";
  return dot <= 0 || name.length - dot > 10
    ? shorten(name, "")
    : shorten(name.slice(0, dot), name.slice(dot));
}
