import { Migration } from '@mikro-orm/migrations';

export class Migration20261121225558_frameworks extends Migration {

  override name = 'Migration20261121225558_frameworks';

  override up(): void | Promise<void> {
    this.addSql(`create table "frameworks" ("id" uuid not null, "name" varchar(255) not null, "description" text not null, "version" varchar(255) not null, "controls" jsonb not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, primary key ("id"));`);

    this.addSql(`alter table "reports" drop constraint "reports_kind_check";`);
    this.addSql(`alter table "reports" add constraint "reports_kind_check" check ("kind" in ('auditor_package', 'summary_pdf', 'csv', 'oscal'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "frameworks" cascade;`);

    this.addSql(`alter table "reports" drop constraint "reports_kind_check";`);
    this.addSql(`alter table "reports" add constraint "reports_kind_check" check ("kind" in ('auditor_package', 'summary_pdf', 'csv'));`);
  }

}
