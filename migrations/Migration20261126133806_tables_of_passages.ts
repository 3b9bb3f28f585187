import { Migration } from '@mikro-orm/migrations';

export class Migration20261126133806_tables_of_passages extends Migration {

  override name = 'Migration20261126133806_tables_of_passages';

  override up(): void | Promise<void> {
    this.addSql(`alter table "evidence_chunks" add "tables" jsonb null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "evidence_chunks" drop column "tables";`);
  }

}
