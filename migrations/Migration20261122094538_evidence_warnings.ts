import { Migration } from '@mikro-orm/migrations';

/** What to know of the reading of a file was in its extracted text alone, where nobody looks. */
export class Migration20261122094538_evidence_warnings extends Migration {

  override name = 'Migration20261122094538_evidence_warnings';

  override up(): void | Promise<void> {
    this.addSql(`alter table "evidence" add "extraction_warnings" text[] not null default '{}';`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "evidence" drop column "extraction_warnings";`);
  }

}
