import { Migration } from '@mikro-orm/migrations';

export class Migration20261121235321_assistant extends Migration {

  override name = 'Migration20261121235321_assistant';

  override up(): void | Promise<void> {
    this.addSql(`create table "ai_conversations" ("id" uuid not null, "owner_id" uuid not null, "project_id" uuid not null, "control" varchar(255) null, "title" varchar(255) not null, "prompt_tokens" int not null default 0, "completion_tokens" int not null default 0, "created_at" timestamptz not null, "updated_at" timestamptz not null, primary key ("id"));`);
    this.addSql(`create index "ai_conversations_owner_id_updated_at_index" on "ai_conversations" ("owner_id", "updated_at");`);
    this.addSql(`create index "ai_conversations_project_id_index" on "ai_conversations" ("project_id");`);

    this.addSql(`create table "ai_messages" ("id" uuid not null, "conversation_id" uuid not null, "author" text not null, "text" text not null, "mode" text null, "found" boolean null, "citations" jsonb not null default '[]', "created_at" timestamptz not null, primary key ("id"));`);
    this.addSql(`create index "ai_messages_conversation_id_id_index" on "ai_messages" ("conversation_id", "id");`);

    this.addSql(`create table "ai_jobs" ("id" uuid not null, "project_id" uuid not null, "requested_by_id" uuid not null, "kind" text not null, "status" text not null, "progress" double precision not null default 0, "result" jsonb null, "error" text null, "requested_at" timestamptz not null, "completed_at" timestamptz null, primary key ("id"));`);
    this.addSql(`create index "ai_jobs_project_id_id_index" on "ai_jobs" ("project_id", "id");`);

    this.addSql(`alter table "ai_conversations" add constraint "ai_conversations_owner_id_foreign" foreign key ("owner_id") references "users" ("id") on delete cascade;`);
    this.addSql(`alter table "ai_conversations" add constraint "ai_conversations_project_id_foreign" foreign key ("project_id") references "projects" ("id") on delete cascade;`);
    this.addSql(`alter table "ai_conversations" enable row level security;`);
    this.addSql(`create policy "ai_conversations_of_caller" on "ai_conversations" using ((select compliance_caller() ->> 'kind') = 'system' or (ai_conversations.owner_id = (select (compliance_caller() ->> 'id')::uuid) and ((select current_setting('compliance.sees', true)) = 'all' or ai_conversations.project_id in (select compliance_projects()))));`);

    this.addSql(`alter table "ai_messages" add constraint "ai_messages_conversation_id_foreign" foreign key ("conversation_id") references "ai_conversations" ("id") on delete cascade;`);
    this.addSql(`alter table "ai_messages" add constraint "ai_messages_author_check" check ("author" in ('user', 'assistant'));`);
    this.addSql(`alter table "ai_messages" add constraint "ai_messages_mode_check" check ("mode" in ('model', 'extractive', 'figures'));`);
    this.addSql(`alter table "ai_messages" enable row level security;`);
    this.addSql(`create policy "ai_messages_of_caller" on "ai_messages" using ((select compliance_caller() ->> 'kind') = 'system' or ai_messages.conversation_id = any (array(select ai_conversations.id from ai_conversations)));`);

    this.addSql(`alter table "ai_jobs" add constraint "ai_jobs_project_id_foreign" foreign key ("project_id") references "projects" ("id") on delete cascade;`);
    this.addSql(`alter table "ai_jobs" add constraint "ai_jobs_requested_by_id_foreign" foreign key ("requested_by_id") references "users" ("id");`);
    this.addSql(`alter table "ai_jobs" add constraint "ai_jobs_kind_check" check ("kind" in ('evidence', 'gap_analysis', 'control_suggestion', 'audit_narrative', 'remediation_plan', 'summary', 'questionnaire_answer'));`);
    this.addSql(`alter table "ai_jobs" add constraint "ai_jobs_status_check" check ("status" in ('queued', 'working', 'completed', 'failed'));`);
    this.addSql(`alter table "ai_jobs" enable row level security;`);
    this.addSql(`create policy "ai_jobs_of_caller" on "ai_jobs" using ((select current_setting('compliance.sees', true)) = 'all' or ai_jobs.project_id::text = (select current_setting('compliance.sees', true)) or ai_jobs.project_id in (select compliance_projects()));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "ai_messages" drop constraint "ai_messages_conversation_id_foreign";`);

    this.addSql(`drop table if exists "ai_conversations" cascade;`);
    this.addSql(`drop table if exists "ai_messages" cascade;`);
    this.addSql(`drop table if exists "ai_jobs" cascade;`);
  }

}
