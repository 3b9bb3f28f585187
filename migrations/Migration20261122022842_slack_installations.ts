import { Migration } from '@mikro-orm/migrations';

export class Migration20261122022842_slack_installations extends Migration {

  override name = 'Migration20261122022842_slack_installations';

  override up(): void | Promise<void> {
    this.addSql(`create table "slack_installations" ("hash" varchar(255) not null, "begun_by_id" uuid not null, "expires_at" timestamptz not null, primary key ("hash"));`);
    this.addSql(`create index "slack_installations_expires_at_index" on "slack_installations" ("expires_at");`);

    this.addSql(`alter table "integrations" drop constraint "integrations_test_problem_check";`);
    this.addSql(`alter table "integrations" add constraint "integrations_test_problem_check" check ("test_problem" in ('not_installed', 'bad_credentials', 'missing_permission', 'wrong_address', 'unreachable', 'rate_limited', 'unexpected_answer'));`);

    this.addSql(`alter table "slack_installations" add constraint "slack_installations_begun_by_id_foreign" foreign key ("begun_by_id") references "users" ("id") on delete cascade;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "slack_installations" cascade;`);

    this.addSql(`update "integrations" set "test_problem" = null where "test_problem" = 'not_installed';`);
    this.addSql(`alter table "integrations" drop constraint "integrations_test_problem_check";`);
    this.addSql(`alter table "integrations" add constraint "integrations_test_problem_check" check ("test_problem" in ('bad_credentials', 'missing_permission', 'wrong_address', 'unreachable', 'rate_limited', 'unexpected_answer'));`);
  }

}
