import { Migration } from '@mikro-orm/migrations';

export class Migration20261123021154_answer_library extends Migration {

  override name = 'Migration20261123021154_answer_library';

  override up(): void | Promise<void> {
    this.addSql(`alter table "questionnaire_items" add "asks" text not null default '', add "words" text[] not null default '{}', add "taken_from" uuid null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "questionnaire_items" drop column "asks", drop column "words", drop column "taken_from";`);
  }

}
