import { Migration } from '@mikro-orm/migrations';

export class Migration20261128105017_language_of_frameworks extends Migration {

  override name = 'Migration20261128105017_language_of_frameworks';

  override up(): void | Promise<void> {
    this.addSql(`alter table "frameworks" add "language" varchar(255) null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "frameworks" drop column "language";`);
  }

}
