/** Records besides events: denials, and accesses to restricted data. */
export type AccessKind =
  | "access.denied"
  | "audit_log.exported"
  | "auth.credential_refused"
  | "auth.signed_in"
  | "auth.sign_in_failed"
  | "evidence.downloaded"
  | "list.exported"
  | "report.downloaded";

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
