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
export const fieldChanges = (
  names: readonly string[],
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
): FieldChanges =>
  Object.fromEntries(
    names.map((name) => [name, { before: before.get(name) ?? null, after: after.get(name) ?? null }]),
  );
