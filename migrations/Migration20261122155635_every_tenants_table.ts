import { Migration } from '@mikro-orm/migrations';

// Runs with the rights of the tables' owner: a user who has created a project cannot see it until its team
// has been stored.
const CREATED_PROJECTS = `create function compliance_created_projects() returns setof uuid language sql stable parallel safe security definer as
  $$ select p.id from projects p
     where p.created_by_id = (compliance_caller() ->> 'id')::uuid and compliance_caller() ->> 'projects' is null $$;`;

// Grants only what the commands of the API and the search service need. Signing keys, migrations and
// housekeeping use the tables' owner.
const GRANTS = [
  `revoke all on signing_keys, mikro_orm_migrations from compliance_app;`,
  `revoke update, delete on users, sessions, refresh_tokens from compliance_app;`,
  `grant update (email, name, role, password_hash, preferences, manager_id, demo_allowed, active, updated_at, last_login) on users to compliance_app;`,
  `grant update (revoked_at) on sessions to compliance_app;`,
  `grant update (used_at) on refresh_tokens to compliance_app;`,
];

/** Row-level security for the remaining tables of projects, and fewer privileges on credentials. */
export class Migration20261122155635_every_tenants_table extends Migration {

  override name = 'Migration20261122155635_every_tenants_table';

  override up(): void | Promise<void> {
    this.addSql(CREATED_PROJECTS);
    this.addSql(`do $$ begin
      execute format('alter function compliance_created_projects() set search_path = %I, pg_temp', current_schema());
    end $$;`);
    this.addSql(`revoke execute on function compliance_created_projects() from public;`);
    this.addSql(`grant execute on function compliance_created_projects() to compliance_app;`);
    for (const sql of GRANTS) this.addSql(sql);

    this.addSql(`alter table "team_members" enable row level security;`);
    this.addSql(`create policy "team_members_of_caller" on "team_members" using ((select current_setting('compliance.sees', true)) = 'all' or team_members.project_id in (select compliance_projects()) or team_members.project_id::text = (select current_setting('compliance.sees', true)));`);
    this.addSql(`create policy "team_members_of_creator" on "team_members" for insert with check (team_members.project_id in (select compliance_created_projects()));`);
    this.addSql(`create policy "team_members_of_overseers" on "team_members" to "compliance_overseer" using (true);`);

    this.addSql(`alter table "score_snapshots" enable row level security;`);
    this.addSql(`create policy "score_snapshots_of_caller" on "score_snapshots" using ((select current_setting('compliance.sees', true)) = 'all' or score_snapshots.project_id in (select compliance_projects()) or score_snapshots.project_id::text = (select current_setting('compliance.sees', true)));`);

    this.addSql(`alter table "milestones" enable row level security;`);
    this.addSql(`create policy "milestones_of_caller" on "milestones" using ((select current_setting('compliance.sees', true)) = 'all' or milestones.project_id in (select compliance_projects()) or milestones.project_id::text = (select current_setting('compliance.sees', true)));`);

    this.addSql(`alter table "controls" enable row level security;`);
    this.addSql(`create policy "controls_of_caller" on "controls" using ((select current_setting('compliance.sees', true)) = 'all' or controls.project_id in (select compliance_projects()) or controls.project_id::text = (select current_setting('compliance.sees', true)));`);
    this.addSql(`create policy "controls_of_overseers" on "controls" to "compliance_overseer" using (true);`);

    this.addSql(`alter table "agents" enable row level security;`);
    this.addSql(`create policy "agents_of_caller" on "agents" using ((select current_setting('compliance.sees', true)) = 'all' or agents.project_id in (select compliance_projects()) or (agents.project_id is null and (select compliance_caller() ->> 'role') = 'admin' and (select compliance_caller() ->> 'projects') is null));`);

    this.addSql(`alter table "finding_comments" enable row level security;`);
    this.addSql(`create policy "finding_comments_of_caller" on "finding_comments" using (exists (select 1 from findings where findings.id = finding_comments.finding_id));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop policy "agents_of_caller" on "agents";`);

    this.addSql(`drop policy "controls_of_caller" on "controls";`);
    this.addSql(`drop policy "controls_of_overseers" on "controls";`);

    this.addSql(`drop policy "finding_comments_of_caller" on "finding_comments";`);

    this.addSql(`drop policy "milestones_of_caller" on "milestones";`);

    this.addSql(`drop policy "score_snapshots_of_caller" on "score_snapshots";`);

    this.addSql(`drop policy "team_members_of_caller" on "team_members";`);
    this.addSql(`drop policy "team_members_of_creator" on "team_members";`);
    this.addSql(`drop policy "team_members_of_overseers" on "team_members";`);

    this.addSql(`alter table "agents" disable row level security;`);

    this.addSql(`alter table "controls" disable row level security;`);

    this.addSql(`alter table "finding_comments" disable row level security;`);

    this.addSql(`alter table "milestones" disable row level security;`);

    this.addSql(`alter table "score_snapshots" disable row level security;`);

    this.addSql(`alter table "team_members" disable row level security;`);

    this.addSql(`drop function compliance_created_projects();`);
    this.addSql(`grant select, insert, update, delete on signing_keys, mikro_orm_migrations, users, sessions, refresh_tokens to compliance_app;`);
  }

}
