import { Migration } from '@mikro-orm/migrations';

export class Migration20261122191652_model_usage extends Migration {

  override name = 'Migration20261122191652_model_usage';

  override up(): void | Promise<void> {
    this.addSql(`create table "model_usage" ("user_id" uuid not null, "day" date not null, "tokens" bigint not null, primary key ("user_id"));`);

    this.addSql(`alter table "model_usage" add constraint "model_usage_user_id_foreign" foreign key ("user_id") references "users" ("id") on update cascade on delete cascade;`);
    this.addSql(`alter table "model_usage" enable row level security;`);
    this.addSql(`create policy "model_usage_of_service" on "model_usage" using ((select compliance_caller() ->> 'kind') = 'system');`);
    // The service itself counts, not on behalf of a caller.
    this.addSql(`revoke all on "model_usage" from compliance_app;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "model_usage" cascade;`);
  }

}
