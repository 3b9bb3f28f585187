import { Migration } from "@mikro-orm/migrations";

const FRAMEWORKS = `
create table frameworks (
  id uuid primary key,
  name varchar(255) not null,
  description text not null,
  version varchar(255) not null,
  controls jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);`;

// Same as seesProject in project.access.ts; a project may appear twice. Runs with the rights of the tables'
// owner, because its own policy would otherwise call it recursively. One query per reason to see a project,
// because a combined one takes four times as long. Every statement of a caller evaluates it: with the default
// costs, PostgreSQL reads all projects once for each reason, which takes three times as long as finding them in
// an index. The search path prevents temporary tables from shadowing ours.
const VISIBLE_PROJECTS = `
create function compliance_projects() returns setof uuid language plpgsql stable parallel safe security definer as $$
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
end $$;
do $$ begin
  execute format('alter function compliance_projects() set search_path = %I, pg_temp', current_schema());
end $$;
revoke execute on function compliance_projects() from public;
grant execute on function compliance_projects() to compliance_app;
alter function compliance_projects() set enable_seqscan = off;`;

const PROJECTS = `
create table projects (
  id uuid primary key,
  name varchar(255) not null,
  description text not null default '',
  status text not null default 'active',
  framework varchar(255) not null,
  compliance_score double precision not null default 0,
  demo boolean not null default false,
  categories text[] not null default '{}',
  pending_scope jsonb,
  customer_id uuid,
  auditor_id uuid,
  created_by_id uuid not null,
  period_start date,
  period_end date,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleting_at timestamptz,
  constraint projects_status_check check (status in ('active', 'on_hold', 'in_audit', 'completed', 'archived')),
  constraint projects_customer_id_foreign foreign key (customer_id) references users (id) on delete set null,
  constraint projects_auditor_id_foreign foreign key (auditor_id) references users (id) on delete set null,
  constraint projects_created_by_id_foreign foreign key (created_by_id) references users (id)
);
create index projects_framework_index on projects (framework);
create index projects_customer_id_index on projects (customer_id);
create index projects_auditor_id_index on projects (auditor_id);
create index projects_created_at_id_index on projects (created_at, id);
create index projects_demo on projects (id) where demo;
alter table projects enable row level security;
create policy projects_of_caller on projects using (
  (select current_setting('compliance.sees', true)) = 'all'
  or projects.id in (select compliance_projects())
);
create policy projects_created on projects for insert with check (
  projects.created_by_id = (select (compliance_caller() ->> 'id')::uuid)
  and (select compliance_caller() ->> 'role') in ('customer', 'manager', 'admin')
  and (select compliance_caller() ->> 'projects') is null
);`;

// Runs with the rights of the tables' owner: a user who has created a project cannot see it until its team has
// been stored.
const CREATED_PROJECTS = `
create function compliance_created_projects() returns setof uuid language sql stable parallel safe security definer as
  $$ select p.id from projects p
     where p.created_by_id = (compliance_caller() ->> 'id')::uuid and compliance_caller() ->> 'projects' is null $$;
do $$ begin
  execute format('alter function compliance_created_projects() set search_path = %I, pg_temp', current_schema());
end $$;
revoke execute on function compliance_created_projects() from public;
grant execute on function compliance_created_projects() to compliance_app;`;

const TEAM_MEMBERS = `
create table team_members (
  project_id uuid not null,
  user_id uuid not null,
  role text not null,
  joined_at timestamptz not null,
  primary key (project_id, user_id),
  constraint team_members_project_id_foreign
    foreign key (project_id) references projects (id) on update cascade on delete cascade,
  constraint team_members_user_id_foreign
    foreign key (user_id) references users (id) on update cascade on delete cascade
);
create index team_members_user_id_index on team_members (user_id);
alter table team_members enable row level security;
create policy team_members_of_caller on team_members using (
  (select current_setting('compliance.sees', true)) = 'all'
  or team_members.project_id in (select compliance_projects())
  or team_members.project_id::text = (select current_setting('compliance.sees', true))
);
create policy team_members_of_creator on team_members for insert with check (
  team_members.project_id in (select compliance_created_projects())
);
create policy team_members_of_overseers on team_members to compliance_overseer using (true);`;

const MILESTONES = `
create table milestones (
  id uuid primary key,
  project_id uuid not null,
  name varchar(255) not null,
  due_date timestamptz not null,
  status text not null default 'planned',
  reminded_days int,
  constraint milestones_status_check check (status in ('planned', 'in_progress', 'achieved', 'missed')),
  constraint milestones_project_id_foreign foreign key (project_id) references projects (id) on delete cascade
);
create index milestones_project_id_index on milestones (project_id);
alter table milestones enable row level security;
create policy milestones_of_caller on milestones using (
  (select current_setting('compliance.sees', true)) = 'all'
  or milestones.project_id in (select compliance_projects())
  or milestones.project_id::text = (select current_setting('compliance.sees', true))
);`;

const CONTROLS = `
create table controls (
  id uuid primary key,
  project_id uuid not null,
  number varchar(255) not null,
  title varchar(255) not null,
  category varchar(255) not null,
  trust_category varchar(255) not null,
  position int not null,
  status text not null default 'not_started',
  progress double precision not null default 0,
  progress_source text not null default 'evidence',
  required_evidence int not null default 1,
  approved_evidence int not null default 0,
  pending_evidence int not null default 0,
  owner_id uuid,
  not_applicable boolean not null default false,
  out_of_scope boolean not null default false,
  justification text,
  statements jsonb not null default '{}',
  pending_change jsonb,
  constraint controls_project_id_number_unique unique (project_id, number),
  constraint controls_status_check check (status in ('not_started', 'in_progress', 'complete')),
  constraint controls_progress_source_check check (progress_source in ('evidence', 'manual')),
  constraint controls_project_id_foreign foreign key (project_id) references projects (id) on delete cascade,
  constraint controls_owner_id_foreign foreign key (owner_id) references users (id) on delete set null
);
create index controls_owner_id_index on controls (owner_id);
create index controls_number_index on controls (number);
alter table controls enable row level security;
create policy controls_of_caller on controls using (
  (select current_setting('compliance.sees', true)) = 'all'
  or controls.project_id in (select compliance_projects())
  or controls.project_id::text = (select current_setting('compliance.sees', true))
);
create policy controls_of_overseers on controls to compliance_overseer using (true);`;

/** Frameworks, projects with their team, milestones and controls, and which projects a caller sees. */
export class Migration20261123130030_projects extends Migration {
  override name = "Migration20261123130030_projects";

  override up(): void {
    const all = [
      FRAMEWORKS,
      VISIBLE_PROJECTS,
      PROJECTS,
      CREATED_PROJECTS,
      TEAM_MEMBERS,
      MILESTONES,
      CONTROLS,
    ];
    for (const sql of all) this.addSql(sql);
  }

  override down(): void {
    this.addSql("drop table if exists controls, milestones, team_members, projects, frameworks cascade;");
    this.addSql("drop function compliance_created_projects(), compliance_projects();");
  }
}
