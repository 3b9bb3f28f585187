import { Migration } from '@mikro-orm/migrations';

export class Migration20261127195634_no_passage_sizes extends Migration {

  override name = 'Migration20261127195634_no_passage_sizes';

  override up(): void | Promise<void> {
    this.addSql(`alter table "evidence_chunks" drop column "token_count";`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "evidence_chunks" add "token_count" int not null default 0;`);
  }

}
