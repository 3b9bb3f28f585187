/** The previous hash of the first entry. */
export const NO_HASH = "0".repeat(64);

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** One text for equal values: keys sorted by code units, no spaces. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .toSorted(([a], [b]) => byCodeUnits(a, b))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
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

/** A deviation from the chain. */
export interface ChainFault {
  position: number;
  /** In words, about the entry at the position. */
  fault: string;
  /** The same as a code with its values, for other languages. */
  reason:
    | "entry_missing"
    | "entries_missing"
    | "not_following"
    | "altered"
    | "rewritten"
    | "cut_off"
    | "before_first";
  values: Readonly<Record<string, number>>;
}

function gap(position: number, until: number): ChainFault {
  if (position === until) return { position, fault: "it is missing", reason: "entry_missing", values: {} };
  const fault = `the entries ${position} to ${until} are missing`;
  return { position, fault, reason: "entries_missing", values: { from: position, until } };
}

/** The problem with `entry` as the successor of `before`; null if there is none. */
export function faultOf(
  before: ChainHead,
  entry: ChainedEntry,
  hashOf: (entry: ChainedFields) => string,
): ChainFault | null {
  const { hash, ...fields } = entry;
  const position = before.position + 1;
  if (entry.position !== position) return gap(position, entry.position - 1);
  if (entry.previous_hash !== before.hash)
    return { position, fault: "it does not follow the previous entry", reason: "not_following", values: {} };
  if (hashOf(fields) !== hash)
    return { position, fault: "its content does not match its hash", reason: "altered", values: {} };
  return null;
}

/** The problem with an entry at the position of a head recorded earlier. */
export const rewrittenSince = (recorded: ChainHead, { position, hash }: ChainHead): ChainFault | null =>
  position === recorded.position && hash !== recorded.hash
    ? {
        position,
        fault: "its hash differs from the recorded head: the chain was rewritten",
        reason: "rewritten",
        values: {},
      }
    : null;

/** Entries removed at the end leave no gap: only a head recorded earlier reveals it. */
export const cutOffSince = (recorded: ChainHead, head: ChainHead): ChainFault | null =>
  recorded.position > head.position
    ? {
        position: head.position + 1,
        fault: `the chain ends before position ${recorded.position}, the recorded head: its end is missing`,
        reason: "cut_off",
        values: { recorded: recorded.position },
      }
    : null;
