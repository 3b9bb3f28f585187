/**
 * The second wall: row-level security in PostgreSQL, for the statement that forgot `where`. It says who sees a row at
 * all, as `project.read` and `api_key.read` do; what else they may do to it is asked of the rules alone. The functions
 * are those of the migration `row_level_security`; they know the caller by what `actAs` told the connection. Each stands
 * in a select of its own, so that it runs once for a statement and not for each row; settings cost less to read than functions. Told nothing, they let no row through.
 */
const toAll = "(select current_setting('compliance.sees', true)) = 'all'";
const me = "(select (compliance_caller() ->> 'id')::uuid)";
const kind = "(select compliance_caller() ->> 'kind')";
const role = "(select compliance_caller() ->> 'role')";
const unconfined = "(select compliance_caller() ->> 'projects') is null";
/** Cast outside of the select, so that PostgreSQL reads an array and not rows. */
const confinedTo = "(select compliance_caller() ->> 'projects')::uuid[]";
const searched = "(select current_setting('compliance.sees', true))";
const isVisible = (column: string): string => `${column} in (select compliance_projects())`;

/** Projects are seen as `project.read` says; whoever creates one may see it only when its team is written. */
export const projectPolicies = [
  { name: "projects_of_caller", using: `${toAll} or ${isVisible("projects.id")}` },
  {
    name: "projects_created",
    command: "insert",
    check: `projects.created_by_id = ${me} and ${role} in ('customer', 'manager', 'admin') and ${unconfined}`,
  },
] as const;

/** A table whose rows are seen by whoever sees their project, and by a search in that project. */
export const ofVisibleProject = (table: string): { name: string; using: string } => ({
  name: `${table}_of_caller`,
  // What is mostly so comes first: it is asked of every row.
  using: `${toAll} or ${isVisible(`${table}.project_id`)} or ${table}.project_id::text = ${searched}`,
});

/** Members are seen with their project; whoever created a project writes them before they may see it. */
export const teamPolicies = [
  ofVisibleProject("team_members"),
  {
    name: "team_members_of_creator",
    command: "insert",
    check: "team_members.project_id in (select compliance_created_projects())",
  },
] as const;

/** Agents are seen as `agent.read` says: those that serve every project by admins whose credential is not confined. */
export const agentPolicy = {
  name: "agents_of_caller",
  using:
    `${toAll} or ${isVisible("agents.project_id")} or ` +
    `(agents.project_id is null and ${role} = 'admin' and ${unconfined})`,
};

/** A comment is seen by whoever sees the finding, whose own policy the inner select meets. */
export const findingCommentPolicy = {
  name: "finding_comments_of_caller",
  using: `exists (select 1 from findings where findings.id = finding_comments.finding_id)`,
};

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

/**
 * Policies are seen as `policy.read` says: by those who see their project; in none, by their owner alone, so that also an
 * admin to whom every project is open sees those of nobody else.
 */
export const policyDocumentPolicy = {
  name: "policies_of_caller",
  using:
    `(policies.project_id is not null and (${toAll} or ${isVisible("policies.project_id")})) or ` +
    `(policies.project_id is null and (${kind} = 'system' or (policies.owner_id = ${me} and ${unconfined})))`,
};

/** A policy's texts are seen by whoever sees the policy. */
export const policyVersionPolicy = {
  name: "policy_versions_of_caller",
  using: `exists (select 1 from policies where policies.id = policy_versions.policy_id)`,
};

/** Keys are seen as `api_key.read` says: by nobody with a key that is confined to projects. */
export const apiKeyPolicy = {
  name: "api_keys_of_caller",
  using: `${toAll} or (${unconfined} and (api_keys.owner_id = ${me} or ${role} = 'admin'))`,
};

/** Entries of the audit log are seen as `audit_log.read` says: by customers never, whoever they are about. */
export const auditPolicy = {
  name: "audit_entries_of_caller",
  command: "select",
  using:
    `${toAll} or (${role} <> 'customer' and (${isVisible("audit_entries.project_id")} or ` +
    `((${role} = 'admin' or audit_entries.actor_id = ${me}) and ` +
    `(${unconfined} or audit_entries.project_id = any (${confinedTo})))))`,
} as const;

const mine = (table: string, column: string): string => `(${role} = 'admin' or ${table}.${column} = ${me})`;

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

/** Webhooks are seen as `webhook.read` says: by nobody with a key that is confined to projects. */
export const webhookPolicy = {
  name: "webhooks_of_caller",
  using: `${toAll} or (${unconfined} and ${mine("webhooks", "owner_id")})`,
};

/** What belongs to a webhook is seen by whoever sees the webhook: the function (migration `webhooks`) meets the webhook's own policy. */
export const ofVisibleWebhook = (table: string): { name: string; using: string } => ({
  name: `${table}_of_caller`,
  using: `${toAll} or ${table}.webhook_id in (select compliance_webhooks())`,
});

const isSystem = "(select compliance_caller() ->> 'kind') = 'system'";

/** Rows that no caller is told of, whoever they are: only the service itself works with them. */
export const ofServiceAlone = (table: string): { name: string; using: string } => ({
  name: `${table}_of_service`,
  using: isSystem,
});

/** Conversations are seen as `conversation.read` says: by whoever leads them, while they see the project. By no admin. */
export const conversationPolicy = {
  name: "ai_conversations_of_caller",
  using:
    `${isSystem} or (ai_conversations.owner_id = ${me} and ` +
    `(${toAll} or ${isVisible("ai_conversations.project_id")}))`,
};

/** A message is seen by whoever sees its conversation, whose own policy the inner select meets. */
export const ofVisibleConversation = {
  name: "ai_messages_of_caller",
  using: `${isSystem} or ai_messages.conversation_id = any (array(select ai_conversations.id from ai_conversations))`,
};
