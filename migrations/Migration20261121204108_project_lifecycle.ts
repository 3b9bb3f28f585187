import { Migration } from '@mikro-orm/migrations';

export class Migration20261121204108_project_lifecycle extends Migration {

  override name = 'Migration20261121204108_project_lifecycle';

  override up(): void | Promise<void> {
    this.addSql(`alter table "projects" add "deleting_at" timestamptz null;`);

    this.addSql(`alter table "milestones" add "reminded_days" int null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "milestones" drop column "reminded_days";`);

    this.addSql(`alter table "projects" drop column "deleting_at";`);
  }

}
