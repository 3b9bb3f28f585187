import { Migration } from '@mikro-orm/migrations';

export class Migration20261123090623_passage_signs extends Migration {

  override name = 'Migration20261123090623_passage_signs';

  override up(): void | Promise<void> {
    this.addSql(`alter table "evidence_chunks" add "signs" bytea null;`);
    // The bits are random, so compression would only take time.
    this.addSql(`alter table "evidence_chunks" alter column "signs" set storage external;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "evidence_chunks" drop column "signs";`);
  }

}
