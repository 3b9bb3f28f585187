import { Migration } from "@mikro-orm/migrations";

export class Migration20261126142844_slack_notices extends Migration {

  override name = 'Migration20261126142844_slack_notices';

  override up(): void | Promise<void> {
    this.addSql(`create table "slack_notices" ("event_id" uuid not null, primary key ("event_id"));`);

    this.addSql(`alter table "slack_notices" add constraint "slack_notices_event_id_foreign" foreign key ("event_id") references "events" ("id") on update cascade on delete cascade;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "slack_notices" cascade;`);
  }

}
