import { Migration } from '@mikro-orm/migrations';

export class Migration20261121123450_device_grants extends Migration {

  override name = 'Migration20261121123450_device_grants';

  override up(): void | Promise<void> {
    this.addSql(`create table "device_grants" ("hash" varchar(255) not null, "user_code" varchar(255) not null, "client_id" uuid not null, "scopes" text[] not null, "status" text not null, "user_id" uuid null, "created_at" timestamptz not null, "expires_at" timestamptz not null, "interval" int not null, "last_polled_at" timestamptz null, primary key ("hash"));`);
    this.addSql(`alter table "device_grants" add constraint "device_grants_user_code_unique" unique ("user_code");`);
    this.addSql(`create index "device_grants_client_id_index" on "device_grants" ("client_id");`);
    this.addSql(`create index "device_grants_user_id_index" on "device_grants" ("user_id");`);
    this.addSql(`create index "device_grants_expires_at_index" on "device_grants" ("expires_at");`);

    this.addSql(`alter table "device_grants" add constraint "device_grants_client_id_foreign" foreign key ("client_id") references "oauth_clients" ("id") on delete cascade;`);
    this.addSql(`alter table "device_grants" add constraint "device_grants_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`);
    this.addSql(`alter table "device_grants" add constraint "device_grants_status_check" check ("status" in ('pending', 'allowed', 'denied', 'used'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "device_grants" cascade;`);
  }

}
