import { Migration } from '@mikro-orm/migrations';

export class Migration20261121121527_oauth extends Migration {

  override name = 'Migration20261121121527_oauth';

  override up(): void | Promise<void> {
    this.addSql(`create table "oauth_clients" ("id" uuid not null, "name" varchar(255) not null, "type" text not null, "secret_hash" varchar(255) null, "redirect_uris" text[] not null, "grants" text[] not null, "scopes" text[] not null, "require_pkce" boolean not null default true, "owner_id" uuid not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, primary key ("id"));`);
    this.addSql(`create index "oauth_clients_owner_id_index" on "oauth_clients" ("owner_id");`);
    this.addSql(`create index "oauth_clients_created_at_index" on "oauth_clients" ("created_at");`);

    this.addSql(`create table "authorization_codes" ("hash" varchar(255) not null, "client_id" uuid not null, "user_id" uuid not null, "redirect_uri" text null, "scopes" text[] not null, "code_challenge" varchar(255) null, "created_at" timestamptz not null, "expires_at" timestamptz not null, "used_at" timestamptz null, "session_id" uuid null, primary key ("hash"));`);
    this.addSql(`create index "authorization_codes_client_id_index" on "authorization_codes" ("client_id");`);
    this.addSql(`create index "authorization_codes_user_id_index" on "authorization_codes" ("user_id");`);
    this.addSql(`create index "authorization_codes_expires_at_index" on "authorization_codes" ("expires_at");`);
    this.addSql(`create index "authorization_codes_session_id_index" on "authorization_codes" ("session_id");`);

    this.addSql(`alter table "sessions" add "client_id" uuid null;`);
    this.addSql(`alter table "sessions" add constraint "sessions_client_id_foreign" foreign key ("client_id") references "oauth_clients" ("id") on delete cascade;`);
    this.addSql(`create index "sessions_client_id_index" on "sessions" ("client_id");`);

    this.addSql(`alter table "oauth_clients" add constraint "oauth_clients_owner_id_foreign" foreign key ("owner_id") references "users" ("id") on delete cascade;`);
    this.addSql(`alter table "oauth_clients" add constraint "oauth_clients_type_check" check ("type" in ('public', 'confidential'));`);

    this.addSql(`alter table "authorization_codes" add constraint "authorization_codes_client_id_foreign" foreign key ("client_id") references "oauth_clients" ("id") on delete cascade;`);
    this.addSql(`alter table "authorization_codes" add constraint "authorization_codes_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`);
    this.addSql(`alter table "authorization_codes" add constraint "authorization_codes_session_id_foreign" foreign key ("session_id") references "sessions" ("id") on delete cascade;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "sessions" drop constraint "sessions_client_id_foreign";`);
    this.addSql(`alter table "authorization_codes" drop constraint "authorization_codes_client_id_foreign";`);

    this.addSql(`drop table if exists "oauth_clients" cascade;`);
    this.addSql(`drop table if exists "authorization_codes" cascade;`);

    this.addSql(`drop index "sessions_client_id_index";`);
    this.addSql(`alter table "sessions" drop column "client_id";`);
  }

}
