import { Migration } from '@mikro-orm/migrations';

export class Migration20261121180414_sign_in extends Migration {

  override name = 'Migration20261121180414_sign_in';

  override up(): void | Promise<void> {
    this.addSql(`create table "totp_factors" ("user_id" uuid not null, "sealed_secret" text not null, "created_at" timestamptz not null, "confirmed_at" timestamptz null, "last_step" int not null default 0, "failures" int not null default 0, "failed_at" timestamptz null, primary key ("user_id"));`);

    this.addSql(`create table "recovery_codes" ("hash" varchar(255) not null, "user_id" uuid not null, "created_at" timestamptz not null, "used_at" timestamptz null, primary key ("hash"));`);
    this.addSql(`create index "recovery_codes_user_id_index" on "recovery_codes" ("user_id");`);

    this.addSql(`create table "password_resets" ("id" uuid not null, "email" varchar(255) not null, "user_id" uuid null, "hash" varchar(255) null, "created_at" timestamptz not null, "expires_at" timestamptz null, primary key ("id"));`);
    this.addSql(`create index "password_resets_user_id_index" on "password_resets" ("user_id");`);
    this.addSql(`alter table "password_resets" add constraint "password_resets_hash_unique" unique ("hash");`);
    this.addSql(`create index "password_resets_expires_at_index" on "password_resets" ("expires_at");`);

    this.addSql(`alter table "totp_factors" add constraint "totp_factors_user_id_foreign" foreign key ("user_id") references "users" ("id") on update cascade on delete cascade;`);

    this.addSql(`alter table "recovery_codes" add constraint "recovery_codes_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`);

    this.addSql(`alter table "password_resets" add constraint "password_resets_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "totp_factors" cascade;`);
    this.addSql(`drop table if exists "recovery_codes" cascade;`);
    this.addSql(`drop table if exists "password_resets" cascade;`);
  }

}
