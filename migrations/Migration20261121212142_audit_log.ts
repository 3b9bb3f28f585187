import { Migration } from '@mikro-orm/migrations';

export class Migration20261121212142_audit_log extends Migration {

  override name = 'Migration20261121212142_audit_log';

  override up(): void | Promise<void> {
    this.addSql(`create table "audit_intake" ("id" uuid not null, "occurred_at" timestamptz(6) not null, "actor_id" uuid null, "actor_role" varchar(255) null, "credential" varchar(255) null, "address" varchar(255) null, "action" varchar(255) not null, "subject_kind" varchar(255) not null, "subject_id" varchar(255) null, "project_id" uuid null, "data" jsonb not null, "request_id" varchar(255) null, primary key ("id"));`);
    this.addSql(`create index "audit_intake_occurred_at_id_index" on "audit_intake" ("occurred_at", "id");`);

    this.addSql(`create table "audit_entries" ("position" bigint not null, "id" uuid not null, "occurred_at" timestamptz(6) not null, "actor_id" uuid null, "actor_role" varchar(255) null, "credential" varchar(255) null, "address" varchar(255) null, "action" varchar(255) not null, "subject_kind" varchar(255) not null, "subject_id" varchar(255) null, "project_id" uuid null, "data" jsonb not null, "request_id" varchar(255) null, "previous_hash" varchar(255) not null, "hash" varchar(255) not null, primary key ("position"));`);
    this.addSql(`alter table "audit_entries" add constraint "audit_entries_id_unique" unique ("id");`);
    this.addSql(`create index "audit_entries_project_id_position_index" on "audit_entries" ("project_id", "position");`);
    this.addSql(`create index "audit_entries_actor_id_position_index" on "audit_entries" ("actor_id", "position");`);
    this.addSql(`create index "audit_entries_subject_id_position_index" on "audit_entries" ("subject_id", "position");`);
    this.addSql(`create index "audit_entries_action_position_index" on "audit_entries" ("action", "position");`);
    this.addSql(`create index "audit_entries_occurred_at_index" on "audit_entries" ("occurred_at");`);

    this.addSql(`alter table "audit_entries" enable row level security;`);
    this.addSql(`create policy "audit_entries_of_caller" on "audit_entries" for select using ((select current_setting('compliance.sees', true)) = 'all' or ((select compliance_caller() ->> 'role') <> 'customer' and ((((select compliance_caller() ->> 'role') = 'admin' or audit_entries.actor_id = (select (compliance_caller() ->> 'id')::uuid)) and ((select compliance_caller() ->> 'projects') is null or audit_entries.project_id = any ((select compliance_caller() ->> 'projects')::uuid[]))) or audit_entries.project_id in (select compliance_projects()))));`);

    // The default privileges of new tables are too broad here: no role that serves callers may read or change
    // pending entries, or write entries.
    this.addSql(`revoke all on audit_intake, audit_entries from compliance_app;`);
    this.addSql(`grant insert on audit_intake to compliance_app;`);
    this.addSql(`grant select on audit_entries to compliance_app;`);

    // Privileges apply to neither owners nor superusers; a trigger does.
    this.addSql(`create function compliance_refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'the audit log is never changed: % on % is refused', lower(tg_op), tg_table_name
        using errcode = 'insufficient_privilege';
    end $$;`);
    this.addSql(`create trigger audit_entries_stay before update or delete or truncate on audit_entries
      for each statement execute function compliance_refuse_change();`);

    // The log starts with the events from before it existed.
    this.addSql(`insert into audit_intake (id, occurred_at, actor_id, action, subject_kind, subject_id, project_id, data)
      select id, occurred_at, actor_id, kind, case when kind in ('score.changed', 'risk.level_changed') then 'project'
          when kind = 'user.password_reset_requested' then 'password_reset' else split_part(kind, '.', 1) end,
        subject_id::text, project_id, data from events;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "audit_intake" cascade;`);
    this.addSql(`drop table if exists "audit_entries" cascade;`);
    this.addSql(`drop function compliance_refuse_change();`);
  }

}
