import { Migration } from '@mikro-orm/migrations';

export class Migration20261121203357_findings extends Migration {

  override name = 'Migration20261121203357_findings';

  override up(): void | Promise<void> {
    this.addSql(`create table "agents" ("id" uuid not null, "project_id" uuid null, "name" varchar(255) not null, "kind" varchar(255) not null, "version" varchar(255) null, "registered_by_id" uuid not null, "last_heartbeat_at" timestamptz null, "created_at" timestamptz not null, "updated_at" timestamptz not null, primary key ("id"));`);
    this.addSql(`create index "agents_created_at_id_index" on "agents" ("created_at", "id");`);
    this.addSql(`create unique index agents_project_name on agents (project_id, name) nulls not distinct;`);

    this.addSql(`create table "findings" ("id" uuid not null, "project_id" uuid not null, "control_id" uuid null, "title" varchar(255) not null, "description" text not null default '', "severity" text not null, "weight" int not null, "status" text not null default 'open', "category" varchar(255) not null, "integration" varchar(255) not null, "agent_id" uuid null, "source_id" varchar(255) null, "integration_data" jsonb null, "reported" jsonb null, "last_seen_at" timestamptz null, "created_by_id" uuid not null, "assigned_to_id" uuid null, "opened_at" timestamptz not null, "due_date" timestamptz null, "due_given" boolean not null default false, "status_reason" text null, "resolved_at" timestamptz null, "resolved_by_id" uuid null, "resolution" text null, "accepted_until" timestamptz null, "acceptances" int not null default 0, "created_at" timestamptz not null, "updated_at" timestamptz not null, primary key ("id"));`);
    this.addSql(`create index "findings_control_id_index" on "findings" ("control_id");`);
    this.addSql(`create index "findings_agent_id_index" on "findings" ("agent_id");`);
    this.addSql(`create index "findings_assigned_to_id_index" on "findings" ("assigned_to_id");`);
    this.addSql(`create index "findings_project_id_status_severity_created_at_id_index" on "findings" ("project_id", "status", "severity", "created_at", "id");`);
    this.addSql(`create index "findings_project_id_created_at_id_index" on "findings" ("project_id", "created_at", "id");`);
    this.addSql(`create index "findings_created_at_id_index" on "findings" ("created_at", "id");`);
    this.addSql(`alter table "findings" add constraint "findings_project_id_integration_source_id_unique" unique ("project_id", "integration", "source_id");`);

    this.addSql(`create table "finding_comments" ("id" uuid not null, "finding_id" uuid not null, "author_id" uuid not null, "reply_to_id" uuid null, "text" text not null, "created_at" timestamptz not null, primary key ("id"));`);
    this.addSql(`create index "finding_comments_reply_to_id_index" on "finding_comments" ("reply_to_id");`);
    this.addSql(`create index "finding_comments_finding_id_created_at_id_index" on "finding_comments" ("finding_id", "created_at", "id");`);

    this.addSql(`alter table "agents" add constraint "agents_project_id_foreign" foreign key ("project_id") references "projects" ("id") on delete cascade;`);
    this.addSql(`alter table "agents" add constraint "agents_registered_by_id_foreign" foreign key ("registered_by_id") references "users" ("id");`);

    this.addSql(`alter table "findings" add constraint "findings_project_id_foreign" foreign key ("project_id") references "projects" ("id") on delete cascade;`);
    this.addSql(`alter table "findings" add constraint "findings_control_id_foreign" foreign key ("control_id") references "controls" ("id") on delete set null;`);
    this.addSql(`alter table "findings" add constraint "findings_agent_id_foreign" foreign key ("agent_id") references "agents" ("id") on delete set null;`);
    this.addSql(`alter table "findings" add constraint "findings_created_by_id_foreign" foreign key ("created_by_id") references "users" ("id");`);
    this.addSql(`alter table "findings" add constraint "findings_assigned_to_id_foreign" foreign key ("assigned_to_id") references "users" ("id") on delete set null;`);
    this.addSql(`alter table "findings" add constraint "findings_resolved_by_id_foreign" foreign key ("resolved_by_id") references "users" ("id") on delete set null;`);
    this.addSql(`alter table "findings" add constraint "findings_severity_check" check ("severity" in ('Critical', 'High', 'Medium', 'Low', 'Info'));`);
    this.addSql(`alter table "findings" add constraint "findings_status_check" check ("status" in ('open', 'in-progress', 'resolved', 'closed', 'accepted', 'false-positive'));`);

    this.addSql(`alter table "finding_comments" add constraint "finding_comments_finding_id_foreign" foreign key ("finding_id") references "findings" ("id") on delete cascade;`);
    this.addSql(`alter table "finding_comments" add constraint "finding_comments_author_id_foreign" foreign key ("author_id") references "users" ("id");`);
    this.addSql(`alter table "finding_comments" add constraint "finding_comments_reply_to_id_foreign" foreign key ("reply_to_id") references "finding_comments" ("id") on delete set null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "findings" drop constraint "findings_agent_id_foreign";`);
    this.addSql(`alter table "finding_comments" drop constraint "finding_comments_finding_id_foreign";`);
    this.addSql(`alter table "finding_comments" drop constraint "finding_comments_reply_to_id_foreign";`);

    this.addSql(`drop table if exists "agents" cascade;`);
    this.addSql(`drop table if exists "findings" cascade;`);
    this.addSql(`drop table if exists "finding_comments" cascade;`);
  }

}
