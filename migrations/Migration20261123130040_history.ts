import { Migration } from "@mikro-orm/migrations";

const EVENTS = `
create table events (
  id uuid primary key,
  kind varchar(255) not null,
  project_id uuid,
  subject_id uuid not null,
  actor_id uuid,
  owner_id uuid,
  data jsonb not null,
  heard_by uuid[],
  occurred_at timestamptz not null,
  dispatched_at timestamptz,
  leased_until timestamptz,
  published_at timestamptz
);
create index events_undispatched on events (occurred_at) where dispatched_at is null;
create index events_unpublished
  on events (coalesce(project_id, owner_id, '00000000-0000-0000-0000-000000000000'), id) where published_at is null;
create index events_of_deletions on events (project_id) where heard_by is not null;
create index events_of_versions on events (project_id) where kind = 'evidence.superseded';
create index events_project_id_id_index on events (project_id, id);
create index events_owner_id_id_index on events (owner_id, id);
create index events_subject_id_id_index on events (subject_id, id);`;

// Deleted projects whose events the caller could receive at that time. Keys restricted to projects cannot
// have webhooks.
const DELETED_PROJECTS = `
create function compliance_heard_projects() returns setof uuid language sql stable parallel safe security definer as $$
  select project_id from events
    where heard_by is not null and (compliance_caller() ->> 'id')::uuid = any (heard_by)
      and compliance_caller() ->> 'projects' is null
$$;
do $$ begin
  execute format('alter function compliance_heard_projects() set search_path = %I, pg_temp', current_schema());
end $$;
revoke execute on function compliance_heard_projects() from public;
grant execute on function compliance_heard_projects() to compliance_app;`;

const EVENTS_OF_CALLERS = `
alter table events enable row level security;
create policy events_of_caller on events for select using (
  (select current_setting('compliance.sees', true)) = 'all'
  or (
    (
      events.owner_id = (select (compliance_caller() ->> 'id')::uuid)
      or ((select compliance_caller() ->> 'role') = 'admin' and events.project_id is null)
    )
    and (
      (select compliance_caller() ->> 'projects') is null
      or events.project_id = any ((select compliance_caller() ->> 'projects')::uuid[])
    )
  )
  or events.project_id in (select compliance_projects())
  or events.project_id in (select compliance_heard_projects())
);
create policy events_recorded on events for insert with check (true);`;

// Wakes the relay on commit, once per transaction, however many events it writes.
const WAKE_RELAY = `
create function compliance_tell_relay() returns trigger language plpgsql as $$
    begin
      perform pg_notify('compliance_events', '');
      return null;
    end $$;
create trigger events_told after insert on events
  for each statement execute function compliance_tell_relay();`;

// No role that serves callers may read or change pending entries, or write entries.
const AUDIT_INTAKE = `
create table audit_intake (
  id uuid primary key,
  occurred_at timestamptz(6) not null,
  actor_id uuid,
  actor_role varchar(255),
  credential varchar(255),
  address varchar(255),
  action varchar(255) not null,
  subject_kind varchar(255) not null,
  subject_id varchar(255),
  project_id uuid,
  data jsonb not null,
  request_id varchar(255)
);
create index audit_intake_occurred_at_id_index on audit_intake (occurred_at, id);
revoke all on audit_intake from compliance_app;
grant insert on audit_intake to compliance_app;`;

const AUDIT_ENTRIES = `
create table audit_entries (
  position bigint primary key,
  id uuid not null,
  occurred_at timestamptz(6) not null,
  actor_id uuid,
  actor_role varchar(255),
  credential varchar(255),
  address varchar(255),
  action varchar(255) not null,
  subject_kind varchar(255) not null,
  subject_id varchar(255),
  project_id uuid,
  data jsonb not null,
  request_id varchar(255),
  previous_hash varchar(255) not null,
  hash varchar(255) not null,
  constraint audit_entries_id_unique unique (id)
);
create index audit_entries_project_id_position_index on audit_entries (project_id, position);
create index audit_entries_actor_id_position_index on audit_entries (actor_id, position);
create index audit_entries_subject_id_position_index on audit_entries (subject_id, position);
create index audit_entries_action_position_index on audit_entries (action, position);
create index audit_entries_occurred_at_index on audit_entries (occurred_at);
create index audit_entries_project_id_actor_id_action_subject_k_ba032_index
  on audit_entries (project_id, actor_id, action, subject_kind, subject_id);
create index audit_entries_words
  on audit_entries using gin (action gin_trgm_ops, subject_kind gin_trgm_ops, subject_id gin_trgm_ops);
alter table audit_entries enable row level security;
create policy audit_entries_of_caller on audit_entries for select using (
  (select current_setting('compliance.sees', true)) = 'all'
  or (
    (select compliance_caller() ->> 'role') <> 'customer'
    and (
      audit_entries.project_id in (select compliance_projects())
      or (
        (
          (select compliance_caller() ->> 'role') = 'admin'
          or audit_entries.actor_id = (select (compliance_caller() ->> 'id')::uuid)
        )
        and (
          (select compliance_caller() ->> 'projects') is null
          or audit_entries.project_id = any ((select compliance_caller() ->> 'projects')::uuid[])
        )
      )
    )
  )
);
create policy audit_entries_of_overseers on audit_entries for select to compliance_overseer using (
  true
);
revoke all on audit_entries from compliance_app;
grant select on audit_entries to compliance_app;`;

// Privileges apply to neither owners nor superusers; a trigger does.
const REFUSE_CHANGES = `
create function compliance_refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'the audit log is never changed: % on % is refused', lower(tg_op), tg_table_name
        using errcode = 'insufficient_privilege';
    end $$;
create trigger audit_entries_stay before update or delete or truncate on audit_entries
  for each statement execute function compliance_refuse_change();`;

/** Events, and the audit log. */
export class Migration20261123130040_history extends Migration {
  override name = "Migration20261123130040_history";

  override up(): void {
    const all = [
      EVENTS,
      DELETED_PROJECTS,
      EVENTS_OF_CALLERS,
      WAKE_RELAY,
      AUDIT_INTAKE,
      AUDIT_ENTRIES,
      REFUSE_CHANGES,
    ];
    for (const sql of all) this.addSql(sql);
  }

  override down(): void {
    this.addSql("drop table if exists audit_entries, audit_intake, events cascade;");
    this.addSql("drop function compliance_heard_projects(), compliance_tell_relay(), compliance_refuse_change();");
  }
}
