import { Migration } from '@mikro-orm/migrations';

export class Migration20261121205642_score_snapshots extends Migration {

  override name = 'Migration20261121205642_score_snapshots';

  override up(): void | Promise<void> {
    this.addSql(`create table "score_snapshots" ("project_id" uuid not null, "day" date not null, "taken_at" timestamptz not null, "overall" double precision not null, "categories" jsonb not null, "coverage" jsonb not null, "quality" jsonb not null, "progress" jsonb not null, primary key ("project_id", "day"));`);

    this.addSql(`alter table "score_snapshots" add constraint "score_snapshots_project_id_foreign" foreign key ("project_id") references "projects" ("id") on delete cascade;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "score_snapshots" cascade;`);
  }

}
