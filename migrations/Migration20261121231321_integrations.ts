import { Migration } from '@mikro-orm/migrations';

export class Migration20261121231321_integrations extends Migration {

  override name = 'Migration20261121231321_integrations';

  override up(): void | Promise<void> {
    this.addSql(`create table "link_requests" ("hash" varchar(255) not null, "kind" text not null, "external_id" varchar(255) not null, "display_name" varchar(255) not null, "created_at" timestamptz not null, "expires_at" timestamptz not null, primary key ("hash"));`);
    this.addSql(`create index "link_requests_expires_at_index" on "link_requests" ("expires_at");`);

    this.addSql(`create table "linked_accounts" ("id" uuid not null, "kind" text not null, "external_id" varchar(255) not null, "display_name" varchar(255) not null, "user_id" uuid not null, "linked_at" timestamptz not null, "project_id" uuid null, primary key ("id"));`);
    this.addSql(`create index "linked_accounts_user_id_linked_at_index" on "linked_accounts" ("user_id", "linked_at");`);
    this.addSql(`alter table "linked_accounts" add constraint "linked_accounts_kind_external_id_unique" unique ("kind", "external_id");`);

    this.addSql(`create table "integrations" ("id" uuid not null, "kind" text not null, "settings" jsonb not null, "secret_names" text[] not null, "sealed_secrets" text not null, "updated_by_id" uuid not null, "updated_at" timestamptz not null, "tested_at" timestamptz null, "test_ok" boolean null, "test_problem" text null, "test_detail" text null, "failures" int not null default 0, "failing_since" timestamptz null, primary key ("id"));`);
    this.addSql(`alter table "integrations" add constraint "integrations_kind_unique" unique ("kind");`);

    this.addSql(`alter table "link_requests" add constraint "link_requests_kind_check" check ("kind" in ('slack', 'whatsapp'));`);

    this.addSql(`alter table "linked_accounts" add constraint "linked_accounts_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`);
    this.addSql(`alter table "linked_accounts" add constraint "linked_accounts_kind_check" check ("kind" in ('slack', 'whatsapp'));`);

    this.addSql(`alter table "integrations" add constraint "integrations_updated_by_id_foreign" foreign key ("updated_by_id") references "users" ("id");`);
    this.addSql(`alter table "integrations" add constraint "integrations_kind_check" check ("kind" in ('slack', 'whatsapp', 'n8n'));`);
    this.addSql(`alter table "integrations" add constraint "integrations_test_problem_check" check ("test_problem" in ('bad_credentials', 'missing_permission', 'wrong_address', 'unreachable', 'rate_limited', 'unexpected_answer'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "link_requests" cascade;`);
    this.addSql(`drop table if exists "linked_accounts" cascade;`);
    this.addSql(`drop table if exists "integrations" cascade;`);


  }

}
