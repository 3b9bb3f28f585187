import { Migration } from '@mikro-orm/migrations';

export class Migration20261123172407_control_comments extends Migration {

  override name = 'Migration20261123172407_control_comments';

  override up(): void | Promise<void> {
    this.addSql(`create table "control_comments" ("id" uuid not null, "project_id" uuid not null, "control_id" uuid not null, "author_id" uuid not null, "text" text not null, "created_at" timestamptz not null, primary key ("id"));`);
    this.addSql(`create index "control_comments_project_id_index" on "control_comments" ("project_id");`);
    this.addSql(`create index "control_comments_control_id_created_at_id_index" on "control_comments" ("control_id", "created_at", "id");`);

    this.addSql(`alter table "control_comments" add constraint "control_comments_project_id_foreign" foreign key ("project_id") references "projects" ("id") on delete cascade;`);
    this.addSql(`alter table "control_comments" add constraint "control_comments_control_id_foreign" foreign key ("control_id") references "controls" ("id") on delete cascade;`);
    this.addSql(`alter table "control_comments" add constraint "control_comments_author_id_foreign" foreign key ("author_id") references "users" ("id");`);
    this.addSql(`alter table "control_comments" enable row level security;`);
    this.addSql(`create policy "control_comments_of_caller" on "control_comments" using ((select current_setting('compliance.sees', true)) = 'all' or control_comments.project_id in (select compliance_projects()) or control_comments.project_id::text = (select current_setting('compliance.sees', true)));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "control_comments" cascade;`);
  }

}
