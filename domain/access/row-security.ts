/**
 * Row-level security in PostgreSQL, for statements that lack `where`. It decides who can see a row at all,
 * like `project.read` and `api_key.read`; the rules decide everything else. The functions come from the
 * migrations `core`, `projects` and `history`; they read the caller that `actAs` set on the connection. Each is in a
 * sub-select, so that it runs once per statement instead of once per row; settings are cheaper to read than
 * functions. Without a caller, no row is visible.
 */
export const toAll = "(select current_setting('compliance.sees', true)) = 'all'";
export const me = "(select (compliance_caller() ->> 'id')::uuid)";
export const role = "(select compliance_caller() ->> 'role')";
export const unconfined = "(select compliance_caller() ->> 'projects') is null";
/** Cast outside the sub-select, so that PostgreSQL reads an array and not rows. */
const confinedTo = "(select compliance_caller() ->> 'projects')::uuid[]";
const searched = "(select current_setting('compliance.sees', true))";
export const isVisible = (column: string): string => `${column} in (select compliance_projects())`;

/** A table whose rows are visible to everyone who sees their project, and to a search in that project. */
export const ofVisibleProject = (table: string): { name: string; using: string } => ({
  name: `${table}_of_caller`,
  // The most common case first, because this runs for every row.
  using: `${toAll} or ${isVisible(`${table}.project_id`)} or ${table}.project_id::text = ${searched}`,
});

/**
 * Callers who see every project have their own role (`actAs`), for which the policies above would always be
 * true. With a separate policy, PostgreSQL can use any index for them; for other callers it must first
 * evaluate the policy, unless the index condition cannot leak data (searches for a part of a word can).
 */
export const openToOverseers = (table: string, command: "all" | "select" = "all") => ({
  name: `${table}_of_overseers`,
  roles: ["compliance_overseer"],
  command,
  using: "true",
});

/** Visibility of audit entries, as in `audit_log.read`: never for customers, whatever the entry is about. */
export const auditPolicy = {
  name: "audit_entries_of_caller",
  command: "select",
  using:
    `${toAll} or (${role} <> 'customer' and (${isVisible("audit_entries.project_id")} or ` +
    `((${role} = 'admin' or audit_entries.actor_id = ${me}) and ` +
    `(${unconfined} or audit_entries.project_id = any (${confinedTo})))))`,
} as const;

/**
 * Visibility of events, as in `event.read`; every command may insert. Events of deleted projects are visible
 * to the users who received them: the rules do not show them, but a webhook can recover what it missed.
 */
export const eventPolicies = [
  {
    name: "events_of_caller",
    command: "select",
    using:
      `${toAll} or ((events.owner_id = ${me} or (${role} = 'admin' and events.project_id is null)) and (${unconfined} or events.project_id = any (${confinedTo}))) ` +
      `or ${isVisible("events.project_id")} or events.project_id in (select compliance_heard_projects())`,
  },
  { name: "events_recorded", command: "insert", check: "true" },
] as const;

/** The service itself, without a caller. */
export const isSystem = "(select compliance_caller() ->> 'kind') = 'system'";

/** Rows that no caller can see: only the service itself uses them. */
export const ofServiceAlone = (table: string): { name: string; using: string } => ({
  name: `${table}_of_service`,
  using: isSystem,
});
