import type { EventKind } from "../events/event-catalogue.ts";

/** What is noted beside events: what was refused, and what was looked at that not everybody may see. */
export type AccessKind =
  | "access.denied"
  | "audit_log.exported"
  | "auth.credential_refused"
  | "auth.signed_in"
  | "auth.sign_in_failed"
  | "evidence.downloaded"
  | "list.exported"
  | "report.downloaded";

/** What an event is about, where that is not the first word of its kind. */
const ABOUT_ANOTHER: Partial<Record<EventKind, string>> = {
  "score.changed": "project",
  "risk.level_changed": "project",
  "user.password_reset_requested": "password_reset",
};

export const subjectKindOf = (kind: EventKind): string => ABOUT_ANOTHER[kind] ?? kind.split(".")[0]!;

/** A changed field before and after, by its name as callers write it. */
export type FieldChanges = Readonly<Record<string, { before: unknown; after: unknown }>>;

/** What the named fields were and what they are. */
export const fieldChanges = (
  names: readonly string[],
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
): FieldChanges =>
  Object.fromEntries(
    names.map((name) => [name, { before: before.get(name) ?? null, after: after.get(name) ?? null }]),
  );
