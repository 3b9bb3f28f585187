import { Migration } from "@mikro-orm/migrations";

// The role that the API and the search service switch to, because row-level security applies to neither
// superusers nor owners. Roles belong to the whole server, so another database may have created it, or may be
// creating it. Only users who cannot create roles need help.
const APP_ROLE = `do $$
declare
  kind text := case when current_setting('server_version_num')::int < 160000 then 'MEMBER' else 'SET' end;
begin
  for attempt in 1..5 loop
    begin
      if not exists (select from pg_roles where rolname = 'compliance_app') then
        create role compliance_app nologin;
      end if;
      if not pg_has_role(current_user, 'compliance_app', kind) then
        execute format('grant compliance_app to %I', current_user);
      end if;
      exit;
    exception
      -- Another did the same at the same moment; the next attempt sees it done.
      when duplicate_object or unique_violation or internal_error then
        if attempt = 5 then raise; end if;
      when insufficient_privilege then
        raise exception 'the database user % may neither create the role compliance_app nor join it', current_user
          using hint = format('Let an administrator run: create role compliance_app nologin; grant compliance_app to %I;', current_user);
    end;
  end loop;
end $$;`;

// For all tables to come. The migrations' own table exists already and stays with its owner.
const PRIVILEGES = `
do $$ begin
  execute format('grant usage on schema %I to compliance_app', current_schema());
  execute format('grant usage, select on all sequences in schema %I to compliance_app', current_schema());
  execute format('alter default privileges in schema %I grant select, insert, update, delete on tables to compliance_app', current_schema());
  execute format('alter default privileges in schema %I grant usage, select on sequences to compliance_app', current_schema());
end $$;
revoke all on mikro_orm_migrations from compliance_app;`;

// For callers who see everything: with a policy of their own, PostgreSQL can use any index for them.
const OVERSEER_ROLE = `do $$
declare
  kind text := case when current_setting('server_version_num')::int < 160000 then 'MEMBER' else 'SET' end;
begin
  for attempt in 1..5 loop
    begin
      if not exists (select from pg_roles where rolname = 'compliance_overseer') then
        create role compliance_overseer nologin;
      end if;
      if not pg_has_role('compliance_overseer', 'compliance_app', 'USAGE') then
        grant compliance_app to compliance_overseer;
      end if;
      if not pg_has_role(current_user, 'compliance_overseer', kind) then
        execute format('grant compliance_overseer to %I', current_user);
      end if;
      exit;
    exception
      when duplicate_object or unique_violation or internal_error then
        if attempt = 5 then raise; end if;
      when insufficient_privilege then
        raise exception 'the database user % may neither create the role compliance_overseer nor join it', current_user
          using hint = format('Let an administrator run: create role compliance_overseer nologin; grant compliance_app to compliance_overseer; grant compliance_overseer to %I;', current_user);
    end;
  end loop;
end $$;`;

// For searches for parts of words. A trusted extension: any user with the CREATE privilege on the database can
// install it.
const TRIGRAMS = `do $$
begin
  create extension if not exists pg_trgm;
exception
  when insufficient_privilege then
    raise exception 'the database user % may not create the extension pg_trgm', current_user
      using hint = 'Let an administrator run in this database: create extension pg_trgm;';
end $$;`;

// Null without a caller.
const CALLER = `
create function compliance_caller() returns jsonb language sql stable parallel safe as
  $$ select nullif(current_setting('compliance.caller', true), '')::jsonb $$;`;

// Commands change these columns only, and delete no users.
const USERS = `
create table users (
  id uuid primary key,
  email varchar(255) not null,
  name varchar(255) not null,
  role text not null,
  password_hash text,
  preferences jsonb not null default '{}',
  manager_id uuid,
  demo_allowed boolean not null default false,
  active boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_login timestamptz,
  constraint users_email_unique unique (email),
  constraint users_role_check check (role in ('customer', 'auditor', 'manager', 'admin')),
  constraint users_manager_id_foreign foreign key (manager_id) references users (id) on delete set null
);
create index users_manager_id_index on users (manager_id);
create index users_created_at_index on users (created_at);
revoke update, delete on users from compliance_app;
grant update (email, name, role, password_hash, preferences, manager_id, demo_allowed, active, updated_at, last_login)
  on users to compliance_app;`;

const STORED_ANSWERS = `
create table stored_answers (
  id varchar(255) primary key,
  fingerprint varchar(255) not null,
  status int not null,
  sealed_body text not null,
  expires_at timestamptz not null
);
create index stored_answers_expires_at_index on stored_answers (expires_at);`;

// Counts may be lost in a crash; they change all the time, so each page leaves room for new versions.
const RATE_COUNTERS = `
create unlogged table rate_counters (
  subject text primary key,
  minute_step bigint not null,
  minute_counts int[] not null,
  hour_step bigint not null,
  hour_counts int[] not null,
  taken int not null,
  per_minute int not null,
  per_hour int not null
) with (fillfactor = 50);`;

/** Roles and their privileges, the caller of a statement, users, and what the API stores for retries and limits. */
export class Migration20261123130010_core extends Migration {
  override name = "Migration20261123130010_core";

  override up(): void {
    const all = [
      APP_ROLE,
      PRIVILEGES,
      OVERSEER_ROLE,
      TRIGRAMS,
      CALLER,
      USERS,
      STORED_ANSWERS,
      RATE_COUNTERS,
    ];
    for (const sql of all) this.addSql(sql);
  }

  override down(): void {
    this.addSql("drop table if exists rate_counters, stored_answers, users cascade;");
    this.addSql("drop function compliance_caller();");
  }
}
