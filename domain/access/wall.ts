/**
 * The second wall: row-level security in PostgreSQL, for the statement that forgot `where`. It says who sees a row at
 * all, as `project.read` and `api_key.read` do; what else they may do to it is asked of the rules alone. The functions
 * are those of the migration `row_level_security`; they know the caller by what `actAs` told the connection. Each stands
 * in a select of its own, so that it runs once for a statement and not for each row; settings cost less to read than functions. Told nothing, they let no row through.
 */
export const toAll = "(select current_setting('compliance.sees', true)) = 'all'";
export const me = "(select (compliance_caller() ->> 'id')::uuid)";
export const role = "(select compliance_caller() ->> 'role')";
export const unconfined = "(select compliance_caller() ->> 'projects') is null";
/** Cast outside of the select, so that PostgreSQL reads an array and not rows. */
const confinedTo = "(select compliance_caller() ->> 'projects')::uuid[]";
const searched = "(select current_setting('compliance.sees', true))";
export const isVisible = (column: string): string => `${column} in (select compliance_projects())`;

/** A table whose rows are seen by whoever sees their project, and by a search in that project. */
export const ofVisibleProject = (table: string): { name: string; using: string } => ({
  name: `${table}_of_caller`,
  // What is mostly so comes first: it is asked of every row.
  using: `${toAll} or ${isVisible(`${table}.project_id`)} or ${table}.project_id::text = ${searched}`,
});

/**
 * Whoever sees every project comes as a role of their own (`actAs`), to whom the policies above would say yes row by row.
 * Told so in advance, PostgreSQL may use any index for what they look for; elsewhere it first asks the policy, and an index
 * may only answer what gives nothing away (searches for a part of a word do not count as such).
 */
export const openToOverseers = (table: string, command: "all" | "select" = "all") => ({
  name: `${table}_of_overseers`,
  roles: ["compliance_overseer"],
  command,
  using: "true",
});

/** Entries of the audit log are seen as `audit_log.read` says: by customers never, whoever they are about. */
export const auditPolicy = {
  name: "audit_entries_of_caller",
  command: "select",
  using:
    `${toAll} or (${role} <> 'customer' and (${isVisible("audit_entries.project_id")} or ` +
    `((${role} = 'admin' or audit_entries.actor_id = ${me}) and ` +
    `(${unconfined} or audit_entries.project_id = any (${confinedTo})))))`,
} as const;

/** Rows of the caller, and for admins those of everybody. */
export const mine = (table: string, column: string): string =>
  `(${role} = 'admin' or ${table}.${column} = ${me})`;

/**
 * Events are seen as `event.read` says; every command writes some. Those of deleted projects are let through to owners of
 * webhooks who heard of them: the rules do not show them, but a webhook can ask for what it missed.
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

/** The service itself, for whom nobody asks. */
export const isSystem = "(select compliance_caller() ->> 'kind') = 'system'";

/** Rows that no caller is told of, whoever they are: only the service itself works with them. */
export const ofServiceAlone = (table: string): { name: string; using: string } => ({
  name: `${table}_of_service`,
  using: isSystem,
});
