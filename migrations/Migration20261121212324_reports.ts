import { Migration } from '@mikro-orm/migrations';

export class Migration20261121212324_reports extends Migration {

  override name = 'Migration20261121212324_reports';

  override up(): void | Promise<void> {
    this.addSql(`create table "reports" ("id" uuid not null, "project_id" uuid not null, "kind" text not null, "status" text not null default 'queued', "progress" double precision not null default 0, "requested_by_id" uuid not null, "requested_at" timestamptz not null, "completed_at" timestamptz null, "expires_at" timestamptz not null, "file_name" varchar(255) null, "file_size" bigint null, "sha256" varchar(255) null, "error" text null, primary key ("id"));`);
    this.addSql(`create index "reports_project_id_requested_at_id_index" on "reports" ("project_id", "requested_at", "id");`);

    this.addSql(`alter table "reports" add constraint "reports_project_id_foreign" foreign key ("project_id") references "projects" ("id") on delete cascade;`);
    this.addSql(`alter table "reports" add constraint "reports_requested_by_id_foreign" foreign key ("requested_by_id") references "users" ("id");`);
    this.addSql(`alter table "reports" add constraint "reports_kind_check" check ("kind" in ('auditor_package', 'summary_pdf', 'csv'));`);
    this.addSql(`alter table "reports" add constraint "reports_status_check" check ("status" in ('queued', 'building', 'completed', 'failed'));`);
    this.addSql(`alter table "reports" enable row level security;`);
    this.addSql(`create policy "reports_of_caller" on "reports" using ((select current_setting('compliance.sees', true)) = 'all' or reports.project_id::text = (select current_setting('compliance.sees', true)) or reports.project_id in (select compliance_projects()));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "reports" cascade;`);
  }

}
