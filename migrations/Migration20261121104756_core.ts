import { Migration } from '@mikro-orm/migrations';

export class Migration20261121104756_core extends Migration {

  override name = 'Migration20261121104756_core';

  override up(): void | Promise<void> {
    this.addSql(`create table "events" ("id" uuid not null, "kind" varchar(255) not null, "project_id" uuid null, "subject_id" uuid not null, "actor_id" uuid null, "data" jsonb not null, "occurred_at" timestamptz not null, "dispatched_at" timestamptz null, primary key ("id"));`);
    this.addSql(`create index events_undispatched on events (occurred_at) where dispatched_at is null;`);
    this.addSql(`create index "events_project_id_occurred_at_index" on "events" ("project_id", "occurred_at");`);

    this.addSql(`create table "signing_keys" ("id" varchar(255) not null, "public_jwk" jsonb not null, "sealed_private_jwk" text not null, "created_at" timestamptz not null, "retired_at" timestamptz null, primary key ("id"));`);

    this.addSql(`create table "users" ("id" uuid not null, "email" varchar(255) not null, "name" varchar(255) not null, "role" text not null, "password_hash" text null, "preferences" jsonb not null default '{}', "manager_id" uuid null, "demo_allowed" boolean not null default false, "active" boolean not null default true, "created_at" timestamptz not null, "updated_at" timestamptz not null, "last_login" timestamptz null, primary key ("id"));`);
    this.addSql(`alter table "users" add constraint "users_email_unique" unique ("email");`);
    this.addSql(`create index "users_manager_id_index" on "users" ("manager_id");`);
    this.addSql(`create index "users_created_at_index" on "users" ("created_at");`);
    this.addSql(`alter table "users" add constraint "users_role_check" check ("role" in ('customer', 'auditor', 'manager', 'admin'));`);

    this.addSql(`create table "sessions" ("id" uuid not null, "user_id" uuid not null, "scopes" text[] not null, "created_at" timestamptz not null, "expires_at" timestamptz not null, "revoked_at" timestamptz null, primary key ("id"));`);
    this.addSql(`create index "sessions_user_id_index" on "sessions" ("user_id");`);

    this.addSql(`create table "refresh_tokens" ("hash" varchar(255) not null, "session_id" uuid not null, "created_at" timestamptz not null, "used_at" timestamptz null, primary key ("hash"));`);
    this.addSql(`create index "refresh_tokens_session_id_index" on "refresh_tokens" ("session_id");`);

    this.addSql(`create table "projects" ("id" uuid not null, "name" varchar(255) not null, "description" text not null default '', "status" text not null default 'active', "framework" varchar(255) not null, "compliance_score" double precision not null default 0, "demo" boolean not null default false, "customer_id" uuid null, "auditor_id" uuid null, "created_by_id" uuid not null, "period_start" date null, "period_end" date null, "created_at" timestamptz not null, "updated_at" timestamptz not null, primary key ("id"));`);
    this.addSql(`create index "projects_framework_index" on "projects" ("framework");`);
    this.addSql(`create index "projects_customer_id_index" on "projects" ("customer_id");`);
    this.addSql(`create index "projects_auditor_id_index" on "projects" ("auditor_id");`);
    this.addSql(`create index "projects_created_at_id_index" on "projects" ("created_at", "id");`);
    this.addSql(`alter table "projects" add constraint "projects_status_check" check ("status" in ('active', 'on_hold', 'in_audit', 'completed', 'archived'));`);

    this.addSql(`create table "team_members" ("project_id" uuid not null, "user_id" uuid not null, "role" text not null, "joined_at" timestamptz not null, primary key ("project_id", "user_id"));`);
    this.addSql(`create index "team_members_user_id_index" on "team_members" ("user_id");`);
    this.addSql(`alter table "team_members" add constraint "team_members_role_check" check ("role" in ('customer', 'auditor', 'manager', 'admin'));`);

    this.addSql(`create table "milestones" ("id" uuid not null, "project_id" uuid not null, "name" varchar(255) not null, "due_date" timestamptz not null, "status" text not null default 'planned', primary key ("id"));`);
    this.addSql(`create index "milestones_project_id_index" on "milestones" ("project_id");`);
    this.addSql(`alter table "milestones" add constraint "milestones_status_check" check ("status" in ('planned', 'in_progress', 'achieved', 'missed'));`);

    this.addSql(`create table "controls" ("id" uuid not null, "project_id" uuid not null, "number" varchar(255) not null, "title" varchar(255) not null, "category" varchar(255) not null, "trust_category" varchar(255) not null, "position" int not null, "status" text not null default 'not_started', "progress" double precision not null default 0, "required_evidence" int not null default 1, primary key ("id"));`);
    this.addSql(`alter table "controls" add constraint "controls_project_id_number_unique" unique ("project_id", "number");`);
    this.addSql(`alter table "controls" add constraint "controls_status_check" check ("status" in ('not_started', 'in_progress', 'complete'));`);

    this.addSql(`create table "evidence" ("id" uuid not null, "project_id" uuid not null, "control_id" uuid not null, "title" varchar(255) not null, "description" text not null default '', "file_name" varchar(255) not null, "file_size" bigint not null, "content_type" varchar(255) not null, "format" varchar(255) not null, "sha256" varchar(255) not null, "tags" text[] not null default '{}', "uploaded_by_id" uuid not null, "uploaded_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "previous_id" uuid null, "status" text not null default 'pending', "quality_score" int not null default 0, "quality_reasons" jsonb not null default '[]', "collected_at" date null, "period_start" date null, "period_end" date null, "expires_at" timestamptz null, "page_count" int null, "chunk_count" int not null default 0, "has_thumbnail" boolean not null default false, "chunking_status" text not null default 'PENDING', "ingestion_step" text null, "ingestion_error" text null, "ingestion_attempt" int not null default 0, "deleted_at" timestamptz null, primary key ("id"));`);
    this.addSql(`create index "evidence_control_id_index" on "evidence" ("control_id");`);
    this.addSql(`create index "evidence_previous_id_index" on "evidence" ("previous_id");`);
    this.addSql(`create index "evidence_project_id_uploaded_at_id_index" on "evidence" ("project_id", "uploaded_at", "id");`);
    this.addSql(`create index "evidence_project_id_sha256_index" on "evidence" ("project_id", "sha256");`);
    this.addSql(`alter table "evidence" add constraint "evidence_status_check" check ("status" in ('pending', 'approved', 'rejected', 'expired', 'superseded', 'quarantined'));`);
    this.addSql(`alter table "evidence" add constraint "evidence_chunking_status_check" check ("chunking_status" in ('PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'QUARANTINED'));`);
    this.addSql(`alter table "evidence" add constraint "evidence_ingestion_step_check" check ("ingestion_step" in ('scan', 'extract', 'thumbnail', 'chunk', 'embed', 'index', 'score', 'complete'));`);

    this.addSql(`create table "evidence_chunks" ("id" varchar(255) not null, "evidence_id" uuid not null, "project_id" uuid not null, "ordinal" int not null, "text" text not null, "headings" text[] not null default '{}', "page" int null, "sheet" varchar(255) null, "start_offset" int not null, "end_offset" int not null, "token_count" int not null, primary key ("id"));`);
    this.addSql(`create index "evidence_chunks_project_id_index" on "evidence_chunks" ("project_id");`);
    this.addSql(`alter table "evidence_chunks" add constraint "evidence_chunks_evidence_id_ordinal_unique" unique ("evidence_id", "ordinal");`);

    this.addSql(`alter table "users" add constraint "users_manager_id_foreign" foreign key ("manager_id") references "users" ("id") on delete set null;`);

    this.addSql(`alter table "sessions" add constraint "sessions_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`);

    this.addSql(`alter table "refresh_tokens" add constraint "refresh_tokens_session_id_foreign" foreign key ("session_id") references "sessions" ("id") on delete cascade;`);

    this.addSql(`alter table "projects" add constraint "projects_customer_id_foreign" foreign key ("customer_id") references "users" ("id") on delete set null;`);
    this.addSql(`alter table "projects" add constraint "projects_auditor_id_foreign" foreign key ("auditor_id") references "users" ("id") on delete set null;`);
    this.addSql(`alter table "projects" add constraint "projects_created_by_id_foreign" foreign key ("created_by_id") references "users" ("id");`);

    this.addSql(`alter table "team_members" add constraint "team_members_project_id_foreign" foreign key ("project_id") references "projects" ("id") on update cascade on delete cascade;`);
    this.addSql(`alter table "team_members" add constraint "team_members_user_id_foreign" foreign key ("user_id") references "users" ("id") on update cascade on delete cascade;`);

    this.addSql(`alter table "milestones" add constraint "milestones_project_id_foreign" foreign key ("project_id") references "projects" ("id") on delete cascade;`);

    this.addSql(`alter table "controls" add constraint "controls_project_id_foreign" foreign key ("project_id") references "projects" ("id") on delete cascade;`);

    this.addSql(`alter table "evidence" add constraint "evidence_project_id_foreign" foreign key ("project_id") references "projects" ("id") on delete cascade;`);
    this.addSql(`alter table "evidence" add constraint "evidence_control_id_foreign" foreign key ("control_id") references "controls" ("id");`);
    this.addSql(`alter table "evidence" add constraint "evidence_uploaded_by_id_foreign" foreign key ("uploaded_by_id") references "users" ("id");`);
    this.addSql(`alter table "evidence" add constraint "evidence_previous_id_foreign" foreign key ("previous_id") references "evidence" ("id") on delete set null;`);

    this.addSql(`alter table "evidence_chunks" add constraint "evidence_chunks_evidence_id_foreign" foreign key ("evidence_id") references "evidence" ("id") on delete cascade;`);
    this.addSql(`alter table "evidence_chunks" add constraint "evidence_chunks_project_id_foreign" foreign key ("project_id") references "projects" ("id") on delete cascade;`);
  }

}
