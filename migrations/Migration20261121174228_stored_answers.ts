import { Migration } from '@mikro-orm/migrations';

export class Migration20261121174228_stored_answers extends Migration {

  override name = 'Migration20261121174228_stored_answers';

  override up(): void | Promise<void> {
    this.addSql(`create table "stored_answers" ("id" varchar(255) not null, "fingerprint" varchar(255) not null, "status" int not null, "sealed_body" text not null, "expires_at" timestamptz not null, primary key ("id"));`);
    this.addSql(`create index "stored_answers_expires_at_index" on "stored_answers" ("expires_at");`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "stored_answers" cascade;`);
  }

}
