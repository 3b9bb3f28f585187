/** A multipart form with text fields, and a file in the part that the API expects it in. */
export function formWith(
  fields: Readonly<Record<string, string>>,
  { name, bytes }: { name: string; bytes: Uint8Array | string },
): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append("file", new Blob([typeof bytes === "string" ? bytes : new Uint8Array(bytes)]), name);
  return form;
}
