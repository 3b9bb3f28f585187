import { Migration } from '@mikro-orm/migrations';

// Roles belong to the whole server, so another database may have created it, or may be creating it. Only
// users who cannot create roles need help.
const ROLE = `do $$
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
  execute format('grant usage on schema %I to compliance_app', current_schema());
  execute format('grant select, insert, update, delete on all tables in schema %I to compliance_app', current_schema());
  execute format('grant usage, select on all sequences in schema %I to compliance_app', current_schema());
  execute format('alter default privileges in schema %I grant select, insert, update, delete on tables to compliance_app', current_schema());
  execute format('alter default privileges in schema %I grant usage, select on sequences to compliance_app', current_schema());
end $$;`;

// Same as seesProject in project.access.ts; a project may appear twice. Runs with the rights of the tables'
// owner, because its own policy would otherwise call it recursively. One query per reason to see a project,
// because a combined one takes four times as long.
const PROJECTS = `create function compliance_projects() returns setof uuid language plpgsql stable parallel safe security definer as $$
declare
  caller jsonb := compliance_caller();
  me uuid := caller ->> 'id';
  my_role text := caller ->> 'role';
  shows_demo boolean := caller ->> 'managerId' is null or (caller ->> 'demoAllowed')::boolean;
  confined uuid[] := caller ->> 'projects';
begin
  if caller ->> 'kind' is distinct from 'user' then
    return;
  end if;
  return query select p.id from projects p
    where p.demo and shows_demo and (confined is null or p.id = any (confined));
  return query select p.id from team_members t join projects p on p.id = t.project_id
    where t.user_id = me and not p.demo and (confined is null or p.id = any (confined));
  if my_role = 'admin' then
    return query select p.id from projects p
      where not p.demo and (confined is null or p.id = any (confined));
  elsif my_role = 'customer' then
    return query select p.id from projects p
      where p.customer_id = me and not p.demo and (confined is null or p.id = any (confined));
  elsif my_role = 'auditor' then
    return query select p.id from projects p
      where p.auditor_id = me and not p.demo and (confined is null or p.id = any (confined));
  elsif my_role = 'manager' then
    return query select p.id from users u join projects p on p.customer_id = u.id
      where u.manager_id = me and not p.demo and (confined is null or p.id = any (confined));
    return query select p.id from users u join projects p on p.auditor_id = u.id
      where u.manager_id = me and not p.demo and (confined is null or p.id = any (confined));
    return query select p.id from users u join team_members t on t.user_id = u.id join projects p on p.id = t.project_id
      where u.manager_id = me and not p.demo and (confined is null or p.id = any (confined));
  end if;
end $$;`;

/**
 * The basis of row-level security: the role that the API and the search service switch to, because it applies
 * to neither superusers nor owners, and the functions that tell who the caller is and what they see.
 */
export class Migration20261121202728_row_level_security extends Migration {

  override name = 'Migration20261121202728_row_level_security';

  override up(): void | Promise<void> {
    this.addSql(ROLE);

    // Null without a caller.
    this.addSql(`create function compliance_caller() returns jsonb language sql stable parallel safe as
      $$ select nullif(current_setting('compliance.caller', true), '')::jsonb $$;`);

    this.addSql(PROJECTS);
    // Prevents temporary tables from shadowing ours.
    this.addSql(`do $$ begin
      execute format('alter function compliance_projects() set search_path = %I, pg_temp', current_schema());
    end $$;`);
    this.addSql(`revoke execute on function compliance_projects() from public;`);
    this.addSql(`grant execute on function compliance_projects() to compliance_app;`);

    this.addSql(`create index projects_demo on projects (id) where demo;`);
    this.addSql(`alter table "projects" enable row level security;`);
    this.addSql(`create policy "projects_of_caller" on "projects" using ((select current_setting('compliance.sees', true)) = 'all' or projects.id in (select compliance_projects()));`);
    this.addSql(`create policy "projects_created" on "projects" for insert with check (projects.created_by_id = (select (compliance_caller() ->> 'id')::uuid) and (select compliance_caller() ->> 'role') in ('customer', 'manager', 'admin') and (select compliance_caller() ->> 'projects') is null);`);

    this.addSql(`alter table "evidence" enable row level security;`);
    this.addSql(`create policy "evidence_of_caller" on "evidence" using ((select current_setting('compliance.sees', true)) = 'all' or evidence.project_id::text = (select current_setting('compliance.sees', true)) or evidence.project_id in (select compliance_projects()));`);

    this.addSql(`alter table "evidence_chunks" enable row level security;`);
    this.addSql(`create policy "evidence_chunks_of_caller" on "evidence_chunks" using ((select current_setting('compliance.sees', true)) = 'all' or evidence_chunks.project_id::text = (select current_setting('compliance.sees', true)) or evidence_chunks.project_id in (select compliance_projects()));`);

    this.addSql(`alter table "api_keys" enable row level security;`);
    this.addSql(`create policy "api_keys_of_caller" on "api_keys" using ((select current_setting('compliance.sees', true)) = 'all' or ((select compliance_caller() ->> 'projects') is null and (api_keys.owner_id = (select (compliance_caller() ->> 'id')::uuid) or (select compliance_caller() ->> 'role') = 'admin')));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop policy "api_keys_of_caller" on "api_keys";`);

    this.addSql(`drop policy "evidence_of_caller" on "evidence";`);

    this.addSql(`drop policy "evidence_chunks_of_caller" on "evidence_chunks";`);

    this.addSql(`drop policy "projects_of_caller" on "projects";`);
    this.addSql(`drop policy "projects_created" on "projects";`);

    this.addSql(`alter table "api_keys" disable row level security;`);

    this.addSql(`alter table "evidence" disable row level security;`);

    this.addSql(`alter table "evidence_chunks" disable row level security;`);

    this.addSql(`drop index "projects_demo";`);
    this.addSql(`alter table "projects" disable row level security;`);

    // The role stays, because other databases of the server may use it.
    this.addSql(`drop function compliance_projects(), compliance_caller();`);
  }

}
