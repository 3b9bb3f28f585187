import { Migration } from "@mikro-orm/migrations";

const AGENTS = `
create table agents (
  id uuid primary key,
  project_id uuid,
  name varchar(255) not null,
  kind varchar(255) not null,
  version varchar(255),
  registered_by_id uuid not null,
  last_heartbeat_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint agents_project_id_foreign foreign key (project_id) references projects (id) on delete cascade,
  constraint agents_registered_by_id_foreign foreign key (registered_by_id) references users (id)
);
create index agents_created_at_id_index on agents (created_at, id);
create unique index agents_project_name on agents (project_id, name) nulls not distinct;
alter table agents enable row level security;
create policy agents_of_caller on agents using (
  (select current_setting('compliance.sees', true)) = 'all'
  or agents.project_id in (select compliance_projects())
  or (
    agents.project_id is null
    and (select compliance_caller() ->> 'role') = 'admin'
    and (select compliance_caller() ->> 'projects') is null
  )
);`;

const FINDINGS = `
create table findings (
  id uuid primary key,
  project_id uuid not null,
  control_id uuid,
  title varchar(255) not null,
  description text not null default '',
  severity text not null,
  weight int not null,
  status text not null default 'open',
  category varchar(255) not null,
  integration varchar(255) not null,
  agent_id uuid,
  source_id varchar(255),
  integration_data jsonb,
  reported jsonb,
  last_seen_at timestamptz,
  created_by_id uuid not null,
  assigned_to_id uuid,
  opened_at timestamptz not null,
  due_date timestamptz,
  due_given boolean not null default false,
  status_reason text,
  resolved_at timestamptz,
  resolved_by_id uuid,
  resolution text,
  accepted_until timestamptz,
  acceptances int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint findings_project_id_integration_source_id_unique unique (project_id, integration, source_id),
  constraint findings_severity_check check (severity in ('Critical', 'High', 'Medium', 'Low', 'Info')),
  constraint findings_status_check
    check (status in ('open', 'in-progress', 'resolved', 'closed', 'accepted', 'false-positive')),
  constraint findings_project_id_foreign foreign key (project_id) references projects (id) on delete cascade,
  constraint findings_control_id_foreign foreign key (control_id) references controls (id) on delete set null,
  constraint findings_agent_id_foreign foreign key (agent_id) references agents (id) on delete set null,
  constraint findings_created_by_id_foreign foreign key (created_by_id) references users (id),
  constraint findings_assigned_to_id_foreign foreign key (assigned_to_id) references users (id) on delete set null,
  constraint findings_resolved_by_id_foreign foreign key (resolved_by_id) references users (id) on delete set null
);
create index findings_control_id_index on findings (control_id);
create index findings_agent_id_index on findings (agent_id);
create index findings_assigned_to_id_index on findings (assigned_to_id);
create index findings_project_id_status_severity_created_at_id_index
  on findings (project_id, status, severity, created_at, id);
create index findings_project_id_created_at_id_index on findings (project_id, created_at, id);
create index findings_created_at_id_index on findings (created_at, id);
create index findings_due_date_id_index on findings (due_date, id);
create index findings_weight_id_index on findings (weight, id);
create index findings_project_id_status_severity_category_integ_7940e_index
  on findings (project_id, status, severity, category, integration, due_date);
create index findings_status_severity_category_integration_due_date_index
  on findings (status, severity, category, integration, due_date);
create index findings_words
  on findings using gin (title gin_trgm_ops, description gin_trgm_ops, category gin_trgm_ops, source_id gin_trgm_ops);
alter table findings enable row level security;
create policy findings_of_caller on findings using (
  (select current_setting('compliance.sees', true)) = 'all'
  or findings.project_id in (select compliance_projects())
  or findings.project_id::text = (select current_setting('compliance.sees', true))
);
create policy findings_of_overseers on findings to compliance_overseer using (true);`;

const FINDING_COMMENTS = `
create table finding_comments (
  id uuid primary key,
  finding_id uuid not null,
  author_id uuid not null,
  reply_to_id uuid,
  text text not null,
  created_at timestamptz not null,
  constraint finding_comments_finding_id_foreign foreign key (finding_id) references findings (id) on delete cascade,
  constraint finding_comments_author_id_foreign foreign key (author_id) references users (id),
  constraint finding_comments_reply_to_id_foreign
    foreign key (reply_to_id) references finding_comments (id) on delete set null
);
create index finding_comments_reply_to_id_index on finding_comments (reply_to_id);
create index finding_comments_finding_id_created_at_id_index on finding_comments (finding_id, created_at, id);
alter table finding_comments enable row level security;
create policy finding_comments_of_caller on finding_comments using (
  exists (select 1 from findings where findings.id = finding_comments.finding_id)
);`;

/** Findings with their comments, and the agents that report them. */
export class Migration20261123130060_findings extends Migration {
  override name = "Migration20261123130060_findings";

  override up(): void {
    for (const sql of [AGENTS, FINDINGS, FINDING_COMMENTS]) this.addSql(sql);
  }

  override down(): void {
    this.addSql("drop table if exists finding_comments, findings, agents cascade;");
  }
}
