import { keysOf } from "../keys-of.rules.ts";

/**
 * Kinds of records besides events: denials, and accesses to restricted data. Features add theirs in
 * `feature.ts`.
 */
export interface AccessKinds {
  "access.denied": never;
  "audit_log.exported": never;
  "auth.credential_refused": never;
  "auth.signed_in": never;
  "auth.sign_in_failed": never;
  "list.exported": never;
}
export type AccessKind = keyof AccessKinds;

/** A field before and after a change, by its API name. */
export type FieldChanges = Readonly<Record<string, { before: unknown; after: unknown }>>;

/** The values of the named fields before and after. */
export const fieldChanges = <T extends object>(
  names: readonly (keyof T)[],
  before: T,
  after: T,
): FieldChanges =>
  Object.fromEntries(
    names.map((name) => [name, { before: before[name] ?? null, after: after[name] ?? null }]),
  );

/** The fields whose values differ, and these values. */
export function differences<T extends object>(before: T, after: T) {
  const names = keysOf(after);
  const changed = names.filter((name) => before[name] !== after[name]);
  return { changed, changes: fieldChanges(changed, before, after) };
}
