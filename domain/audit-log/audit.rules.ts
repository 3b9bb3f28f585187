import type { EventKind } from "../events/event-catalogue.ts";

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

/** The subject of an event, if it is not the first word of its kind. */
const ABOUT_ANOTHER: Partial<Record<EventKind, string>> = {
  "score.changed": "project",
  "risk.level_changed": "project",
  "user.password_reset_requested": "password_reset",
};

export const subjectKindOf = (kind: EventKind): string => ABOUT_ANOTHER[kind] ?? kind.split(".")[0]!;

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
