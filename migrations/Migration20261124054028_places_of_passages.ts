import { Migration } from '@mikro-orm/migrations';

export class Migration20261124054028_places_of_passages extends Migration {

  override name = 'Migration20261124054028_places_of_passages';

  override up(): void | Promise<void> {
    this.addSql(`alter table "evidence_chunks" add "page_offset" int null, add "end_page" int null, add "end_page_offset" int null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "evidence_chunks" drop column "page_offset", drop column "end_page", drop column "end_page_offset";`);
  }

}
