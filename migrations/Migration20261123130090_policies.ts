import { Migration } from "@mikro-orm/migrations";

const POLICIES = `
create table policies (
  id uuid primary key,
  project_id uuid,
  owner_id uuid not null,
  type varchar(255) not null,
  company_name varchar(255) not null,
  created_at timestamptz not null,
  version int not null,
  title varchar(255) not null,
  framework varchar(255) not null,
  control varchar(255),
  industry varchar(255) not null,
  mode text not null,
  quality_score int not null,
  quality_reasons jsonb not null,
  updated_at timestamptz not null,
  constraint policies_mode_check check (mode in ('template', 'model', 'edited')),
  constraint policies_project_id_foreign foreign key (project_id) references projects (id) on delete cascade,
  constraint policies_owner_id_foreign foreign key (owner_id) references users (id)
);
create index policies_created_at_id_index on policies (created_at, id);
create index policies_project_id_created_at_id_index on policies (project_id, created_at, id);
create unique index policies_identity on policies (coalesce(project_id, owner_id), type, company_name);
alter table policies enable row level security;
create policy policies_of_caller on policies using (
  (
    policies.project_id is not null
    and (
      (select current_setting('compliance.sees', true)) = 'all'
      or policies.project_id in (select compliance_projects())
    )
  )
  or (
    policies.project_id is null
    and (
      (select compliance_caller() ->> 'kind') = 'system'
      or (
        policies.owner_id = (select (compliance_caller() ->> 'id')::uuid)
        and (select compliance_caller() ->> 'projects') is null
      )
    )
  )
);`;

const POLICY_VERSIONS = `
create table policy_versions (
  id uuid primary key,
  policy_id uuid not null,
  version int not null,
  title varchar(255) not null,
  framework varchar(255) not null,
  control varchar(255),
  industry varchar(255) not null,
  content text not null,
  mode text not null,
  quality_score int not null,
  quality_reasons jsonb not null,
  generated_by_id uuid not null,
  generated_at timestamptz not null,
  constraint policy_versions_policy_id_version_unique unique (policy_id, version),
  constraint policy_versions_mode_check check (mode in ('template', 'model', 'edited')),
  constraint policy_versions_policy_id_foreign foreign key (policy_id) references policies (id) on delete cascade,
  constraint policy_versions_generated_by_id_foreign foreign key (generated_by_id) references users (id)
);
alter table policy_versions enable row level security;
create policy policy_versions_of_caller on policy_versions using (
  exists (select 1 from policies where policies.id = policy_versions.policy_id)
);`;

/** Policy documents and their versions. */
export class Migration20261123130090_policies extends Migration {
  override name = "Migration20261123130090_policies";

  override up(): void {
    for (const sql of [POLICIES, POLICY_VERSIONS]) this.addSql(sql);
  }

  override down(): void {
    this.addSql("drop table if exists policy_versions, policies cascade;");
  }
}
