export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** One text for equal values: keys sorted by code units, no spaces. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const object = value as { readonly [name: string]: Json };
  const members = Object.keys(object)
    .toSorted(byCodeUnits)
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(object[name]!)}`);
  return `{${members.join(",")}}`;
}
