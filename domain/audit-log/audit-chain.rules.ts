/** The previous hash of the first entry. */
export const NO_HASH = "0".repeat(64);

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

/** An entry as hashed: every column except the hash itself, with the names of the table. */
export interface ChainedFields {
  position: number;
  id: string;
  /** To the microsecond, as in PostgreSQL. */
  occurred_at: string;
  actor_id: string | null;
  actor_role: string | null;
  credential: string | null;
  address: string | null;
  action: string;
  subject_kind: string;
  subject_id: string | null;
  project_id: string | null;
  data: { readonly [name: string]: Json };
  request_id: string | null;
  previous_hash: string;
}

export type ChainedEntry = ChainedFields & { hash: string };

/** The end of a chain, or of a part of it. */
export interface ChainHead {
  position: number;
  hash: string;
}

export const EMPTY: ChainHead = { position: 0, hash: NO_HASH };

/** The problem with `entry` as the successor of `before`; null if there is none. */
export function faultOf(before: ChainHead, entry: ChainedEntry, hashOf: (entry: ChainedFields) => string) {
  const { hash, ...fields } = entry;
  const expected = before.position + 1;
  if (entry.position !== expected)
    return { position: expected, fault: `entries ${expected} to ${entry.position - 1} are missing` };
  if (entry.previous_hash !== before.hash)
    return { position: expected, fault: "it does not follow the previous entry" };
  if (hashOf(fields) !== hash) return { position: expected, fault: "its content does not match its hash" };
  return null;
}
