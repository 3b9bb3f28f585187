export interface SentFile {
  bytes: Buffer;
  name: string;
  type: string;
}

/** The file name in `Content-Disposition`; the encoded form is the exact one. */
export function fileNameOf(disposition: string | undefined): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? "")?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="([^"]*)"/i.exec(disposition ?? "")?.[1] ?? "file";
}

export function formOf(body: Readonly<Record<string, unknown>>, file: SentFile): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.append(name, String(value));
  form.append("file", new Blob([new Uint8Array(file.bytes)], { type: file.type }), file.name);
  return form;
}
