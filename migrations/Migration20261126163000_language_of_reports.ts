import { Migration } from "@mikro-orm/migrations";

/** The language of a report's PDF files and workbooks; those of before are in English. */
export class Migration20261126163000_language_of_reports extends Migration {
  override name = "Migration20261126163000_language_of_reports";

  override up(): void {
    this.addSql(`alter table reports
  add column language text not null default 'en',
  add constraint reports_language_check check (language in ('en', 'de'));`);
  }

  override down(): void {
    this.addSql("alter table reports drop column language;");
  }
}
