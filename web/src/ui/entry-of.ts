/** Of a path such as `redirect_uris.1`, the number of the entry, from 1; null for a field that has no entries. */
export function entryOf(field: unknown): number | null {
  const [, index] = typeof field === "string" ? (/\.(\d+)$/.exec(field) ?? []) : [];
  return index === undefined ? null : Number(index) + 1;
}
