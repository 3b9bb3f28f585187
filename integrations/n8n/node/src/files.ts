export interface SentFile {
  bytes: Buffer;
  name: string;
  type: string;
}

const ENCODED = /filename\*=UTF-8''([^;]+)/i;
const QUOTED = /filename="((?:[^"\\]|\\.)*)"/i;

/** The decoded text, or null if it is not UTF-8. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** The file name in `Content-Disposition`; the encoded form is the exact one. */
export function fileNameOf(disposition = ""): string {
  const exact = decoded(ENCODED.exec(disposition)?.[1] ?? "");
  if (exact !== null && exact !== "") return exact;
  return QUOTED.exec(disposition)?.[1]?.replaceAll(/\\(.)/g, "$1") ?? "file";
}

export function formOf(body: Readonly<Record<string, unknown>>, file: SentFile): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.append(name, String(value));
  form.append("file", new Blob([new Uint8Array(file.bytes)], { type: file.type }), file.name);
  return form;
}
