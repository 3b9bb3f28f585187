import { Migration } from '@mikro-orm/migrations';

export class Migration20261123085831_notifications extends Migration {

  override name = 'Migration20261123085831_notifications';

  override up(): void | Promise<void> {
    this.addSql(`create table "notifications" ("id" uuid not null, "user_id" uuid not null, "event_id" uuid not null, "kind" varchar(255) not null, "topic" text not null, "project_id" uuid null, "created_at" timestamptz not null, "read_at" timestamptz null, primary key ("id"));`);
    this.addSql(`create index "notifications_event_id_index" on "notifications" ("event_id");`);
    this.addSql(`create index "notifications_project_id_index" on "notifications" ("project_id");`);
    this.addSql(`create index "notifications_created_at_index" on "notifications" ("created_at");`);
    this.addSql(`create index "notifications_user_id_id_index" on "notifications" ("user_id", "id");`);
    this.addSql(`create index notifications_unread on notifications (user_id) where read_at is null;`);
    this.addSql(`alter table "notifications" add constraint "notifications_user_id_event_id_unique" unique ("user_id", "event_id");`);
    this.addSql(`alter table "notifications" add constraint "notifications_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`);
    this.addSql(`alter table "notifications" add constraint "notifications_event_id_foreign" foreign key ("event_id") references "events" ("id") on delete cascade;`);
    this.addSql(`alter table "notifications" add constraint "notifications_project_id_foreign" foreign key ("project_id") references "projects" ("id") on delete cascade;`);
    this.addSql(`alter table "notifications" add constraint "notifications_topic_check" check ("topic" in ('critical', 'reports', 'general'));`);
    this.addSql(`alter table "notifications" enable row level security;`);
    this.addSql(`create policy "notifications_of_caller" on "notifications" using ((select compliance_caller() ->> 'kind') = 'system' or (notifications.user_id = (select (compliance_caller() ->> 'id')::uuid) and ((notifications.project_id is null and (select compliance_caller() ->> 'projects') is null) or (select current_setting('compliance.sees', true)) = 'all' or notifications.project_id in (select compliance_projects()))));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "notifications" cascade;`);
  }

}
