import { Migration } from "@mikro-orm/migrations";

const REPORTS = `
create table reports (
  id uuid primary key,
  project_id uuid not null,
  kind text not null,
  status text not null default 'queued',
  progress double precision not null default 0,
  requested_by_id uuid not null,
  requested_at timestamptz not null,
  completed_at timestamptz,
  expires_at timestamptz not null,
  file_name varchar(255),
  file_size bigint,
  sha256 varchar(255),
  error text,
  constraint reports_kind_check check (kind in ('auditor_package', 'summary_pdf', 'csv', 'oscal')),
  constraint reports_status_check check (status in ('queued', 'building', 'completed', 'failed')),
  constraint reports_project_id_foreign foreign key (project_id) references projects (id) on delete cascade,
  constraint reports_requested_by_id_foreign foreign key (requested_by_id) references users (id)
);
create index reports_project_id_requested_at_id_index on reports (project_id, requested_at, id);
alter table reports enable row level security;
create policy reports_of_caller on reports using (
  (select current_setting('compliance.sees', true)) = 'all'
  or reports.project_id in (select compliance_projects())
  or reports.project_id::text = (select current_setting('compliance.sees', true))
);`;

/** Report files. */
export class Migration20261123130080_reports extends Migration {
  override name = "Migration20261123130080_reports";

  override up(): void {
    this.addSql(REPORTS);
  }

  override down(): void {
    this.addSql("drop table if exists reports cascade;");
  }
}
