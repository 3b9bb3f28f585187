import { Migration } from '@mikro-orm/migrations';

export class Migration20261121121322_api_keys extends Migration {

  override name = 'Migration20261121121322_api_keys';

  override up(): void | Promise<void> {
    this.addSql(`create table "api_keys" ("id" uuid not null, "owner_id" uuid not null, "name" varchar(255) not null, "description" text not null default '', "kind" text not null, "scopes" text[] not null, "restrictions" jsonb not null, "hash" varchar(255) not null, "last_four" varchar(255) not null, "created_at" timestamptz not null, "expires_at" timestamptz null, "revoked_at" timestamptz null, "rotated_to" uuid null, "last_used_at" timestamptz null, "reminded_days" int null, primary key ("id"));`);
    this.addSql(`create index "api_keys_owner_id_created_at_index" on "api_keys" ("owner_id", "created_at");`);

    this.addSql(`alter table "api_keys" add constraint "api_keys_owner_id_foreign" foreign key ("owner_id") references "users" ("id") on delete cascade;`);
    this.addSql(`alter table "api_keys" add constraint "api_keys_kind_check" check ("kind" in ('Production', 'Development', 'Testing', 'Custom'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "api_keys" cascade;`);
  }

}
