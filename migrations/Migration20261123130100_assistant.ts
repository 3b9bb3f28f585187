import { Migration } from "@mikro-orm/migrations";

const AI_CONVERSATIONS = `
create table ai_conversations (
  id uuid primary key,
  owner_id uuid not null,
  project_id uuid not null,
  control varchar(255),
  title varchar(255) not null,
  prompt_tokens int not null default 0,
  completion_tokens int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint ai_conversations_owner_id_foreign foreign key (owner_id) references users (id) on delete cascade,
  constraint ai_conversations_project_id_foreign foreign key (project_id) references projects (id) on delete cascade
);
create index ai_conversations_owner_id_updated_at_index on ai_conversations (owner_id, updated_at);
create index ai_conversations_project_id_index on ai_conversations (project_id);
alter table ai_conversations enable row level security;
create policy ai_conversations_of_caller on ai_conversations using (
  (select compliance_caller() ->> 'kind') = 'system'
  or (
    ai_conversations.owner_id = (select (compliance_caller() ->> 'id')::uuid)
    and (
      (select current_setting('compliance.sees', true)) = 'all'
      or ai_conversations.project_id in (select compliance_projects())
    )
  )
);`;

const AI_MESSAGES = `
create table ai_messages (
  id uuid primary key,
  conversation_id uuid not null,
  author text not null,
  text text not null,
  mode text,
  found boolean,
  citations jsonb not null default '[]',
  created_at timestamptz not null,
  constraint ai_messages_author_check check (author in ('user', 'assistant')),
  constraint ai_messages_mode_check check (mode in ('model', 'extractive', 'figures')),
  constraint ai_messages_conversation_id_foreign
    foreign key (conversation_id) references ai_conversations (id) on delete cascade
);
create index ai_messages_conversation_id_id_index on ai_messages (conversation_id, id);
alter table ai_messages enable row level security;
create policy ai_messages_of_caller on ai_messages using (
  (select compliance_caller() ->> 'kind') = 'system'
  or ai_messages.conversation_id = any (array(select ai_conversations.id from ai_conversations))
);`;

const AI_JOBS = `
create table ai_jobs (
  id uuid primary key,
  project_id uuid not null,
  requested_by_id uuid not null,
  kind text not null,
  status text not null,
  progress double precision not null default 0,
  result jsonb,
  error text,
  requested_at timestamptz not null,
  completed_at timestamptz,
  constraint ai_jobs_kind_check
    check (kind in ('evidence', 'gap_analysis', 'control_suggestion', 'audit_narrative', 'remediation_plan', 'summary', 'questionnaire_answer')),
  constraint ai_jobs_status_check check (status in ('queued', 'working', 'completed', 'failed')),
  constraint ai_jobs_project_id_foreign foreign key (project_id) references projects (id) on delete cascade,
  constraint ai_jobs_requested_by_id_foreign foreign key (requested_by_id) references users (id)
);
create index ai_jobs_project_id_id_index on ai_jobs (project_id, id);
alter table ai_jobs enable row level security;
create policy ai_jobs_of_caller on ai_jobs using (
  (select current_setting('compliance.sees', true)) = 'all'
  or ai_jobs.project_id in (select compliance_projects())
  or ai_jobs.project_id::text = (select current_setting('compliance.sees', true))
);`;

// The service itself counts, not on behalf of a caller.
const MODEL_USAGE = `
create table model_usage (
  user_id uuid primary key,
  day date not null,
  tokens bigint not null,
  constraint model_usage_user_id_foreign foreign key (user_id) references users (id) on update cascade on delete cascade
);
alter table model_usage enable row level security;
create policy model_usage_of_service on model_usage using (
  (select compliance_caller() ->> 'kind') = 'system'
);
revoke all on model_usage from compliance_app;`;

/** Conversations and jobs of the assistant, and what users spend on the language model. */
export class Migration20261123130100_assistant extends Migration {
  override name = "Migration20261123130100_assistant";

  override up(): void {
    for (const sql of [AI_CONVERSATIONS, AI_MESSAGES, AI_JOBS, MODEL_USAGE]) this.addSql(sql);
  }

  override down(): void {
    this.addSql("drop table if exists model_usage, ai_jobs, ai_messages, ai_conversations cascade;");
  }
}
