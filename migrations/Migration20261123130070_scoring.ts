import { Migration } from "@mikro-orm/migrations";

const SCORE_SNAPSHOTS = `
create table score_snapshots (
  project_id uuid not null,
  day date not null,
  taken_at timestamptz not null,
  overall double precision not null,
  categories jsonb not null,
  coverage jsonb not null,
  quality jsonb not null,
  progress jsonb not null,
  primary key (project_id, day),
  constraint score_snapshots_project_id_foreign foreign key (project_id) references projects (id) on delete cascade
);
alter table score_snapshots enable row level security;
create policy score_snapshots_of_caller on score_snapshots using (
  (select current_setting('compliance.sees', true)) = 'all'
  or score_snapshots.project_id in (select compliance_projects())
  or score_snapshots.project_id::text = (select current_setting('compliance.sees', true))
);`;

/** The daily scores of projects. */
export class Migration20261123130070_scoring extends Migration {
  override name = "Migration20261123130070_scoring";

  override up(): void {
    this.addSql(SCORE_SNAPSHOTS);
  }

  override down(): void {
    this.addSql("drop table if exists score_snapshots cascade;");
  }
}
