import { Migration } from '@mikro-orm/migrations';

export class Migration20261121173944_upstream_login extends Migration {

  override name = 'Migration20261121173944_upstream_login';

  override up(): void | Promise<void> {
    this.addSql(`create table "identity_providers" ("id" uuid not null, "name" varchar(255) not null, "kind" text not null, "issuer" text null, "authorization_url" text null, "token_url" text null, "userinfo_url" text null, "attributes" jsonb not null, "client_id" text not null, "sealed_client_secret" text not null, "scopes" text[] not null, "enabled" boolean not null, "link_by_email" boolean not null, "create_users" boolean not null, "default_role" text not null, "allowed_email_domains" text[] not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, primary key ("id"));`);
    this.addSql(`create index "identity_providers_created_at_index" on "identity_providers" ("created_at");`);

    this.addSql(`create table "upstream_accounts" ("id" uuid not null, "issuer" text not null, "subject" varchar(255) not null, "user_id" uuid not null, "provider_id" uuid not null, "created_at" timestamptz not null, "last_used_at" timestamptz not null, primary key ("id"));`);
    this.addSql(`create index "upstream_accounts_provider_id_index" on "upstream_accounts" ("provider_id");`);
    this.addSql(`create index "upstream_accounts_created_at_index" on "upstream_accounts" ("created_at");`);
    this.addSql(`alter table "upstream_accounts" add constraint "upstream_accounts_issuer_subject_unique" unique ("issuer", "subject");`);
    this.addSql(`alter table "upstream_accounts" add constraint "upstream_accounts_user_id_issuer_unique" unique ("user_id", "issuer");`);

    this.addSql(`alter table "identity_providers" add constraint "identity_providers_kind_check" check ("kind" in ('oidc', 'oauth2'));`);
    this.addSql(`alter table "identity_providers" add constraint "identity_providers_default_role_check" check ("default_role" in ('customer', 'auditor'));`);

    this.addSql(`alter table "upstream_accounts" add constraint "upstream_accounts_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`);
    this.addSql(`alter table "upstream_accounts" add constraint "upstream_accounts_provider_id_foreign" foreign key ("provider_id") references "identity_providers" ("id") on delete cascade;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "upstream_accounts" drop constraint "upstream_accounts_provider_id_foreign";`);

    this.addSql(`drop table if exists "identity_providers" cascade;`);
    this.addSql(`drop table if exists "upstream_accounts" cascade;`);
  }

}
