import { Migration } from '@mikro-orm/migrations';

export class Migration20261121232013_session_via extends Migration {

  override name = 'Migration20261121232013_session_via';

  override up(): void | Promise<void> {
    this.addSql(`alter table "sessions" add "via" varchar(255) null;`);
  }

  override down(): void | Promise<void> {

    this.addSql(`alter table "sessions" drop column "via";`);
  }

}
