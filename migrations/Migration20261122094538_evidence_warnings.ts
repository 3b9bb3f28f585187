import { Migration } from '@mikro-orm/migrations';

/** Warnings about a file were stored only in its extracted text, where no one sees them. */
export class Migration20261122094538_evidence_warnings extends Migration {

  override name = 'Migration20261122094538_evidence_warnings';

  override up(): void | Promise<void> {
    this.addSql(`alter table "evidence" add "extraction_warnings" text[] not null default '{}';`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "evidence" drop column "extraction_warnings";`);
  }

}
