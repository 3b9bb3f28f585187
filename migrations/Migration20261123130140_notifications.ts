import { Migration } from "@mikro-orm/migrations";

const NOTIFICATIONS = `
create table notifications (
  id uuid primary key,
  user_id uuid not null,
  event_id uuid not null,
  kind varchar(255) not null,
  topic text not null,
  project_id uuid,
  created_at timestamptz not null,
  read_at timestamptz,
  constraint notifications_user_id_event_id_unique unique (user_id, event_id),
  constraint notifications_topic_check check (topic in ('critical', 'reports', 'general')),
  constraint notifications_user_id_foreign foreign key (user_id) references users (id) on delete cascade,
  constraint notifications_event_id_foreign foreign key (event_id) references events (id) on delete cascade,
  constraint notifications_project_id_foreign foreign key (project_id) references projects (id) on delete cascade
);
create index notifications_event_id_index on notifications (event_id);
create index notifications_project_id_index on notifications (project_id);
create index notifications_created_at_index on notifications (created_at);
create index notifications_user_id_id_index on notifications (user_id, id);
create index notifications_unread on notifications (user_id) where read_at is null;
alter table notifications enable row level security;
create policy notifications_of_caller on notifications using (
  (select compliance_caller() ->> 'kind') = 'system'
  or (
    notifications.user_id = (select (compliance_caller() ->> 'id')::uuid)
    and (
      (notifications.project_id is null and (select compliance_caller() ->> 'projects') is null)
      or (select current_setting('compliance.sees', true)) = 'all'
      or notifications.project_id in (select compliance_projects())
    )
  )
);`;

/** Notifications of users. */
export class Migration20261123130140_notifications extends Migration {
  override name = "Migration20261123130140_notifications";

  override up(): void {
    this.addSql(NOTIFICATIONS);
  }

  override down(): void {
    this.addSql("drop table if exists notifications cascade;");
  }
}
