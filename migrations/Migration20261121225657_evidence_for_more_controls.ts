import { Migration } from '@mikro-orm/migrations';

export class Migration20261121225657_evidence_for_more_controls extends Migration {

  override name = 'Migration20261121225657_evidence_for_more_controls';

  override up(): void | Promise<void> {
    this.addSql(`alter table "evidence" add "also_controls" text[] not null default '{}', add "reused_from" uuid null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "evidence" drop column "also_controls", drop column "reused_from";`);
  }

}
