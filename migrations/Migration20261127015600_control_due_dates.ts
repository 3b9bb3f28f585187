import { Migration } from '@mikro-orm/migrations';

export class Migration20261127015600_control_due_dates extends Migration {

  override name = 'Migration20261127015600_control_due_dates';

  override up(): void | Promise<void> {
    this.addSql(`alter table "controls" add "due_date" timestamptz null, add "reminded_days" int null;`);
    this.addSql(`create index controls_due on controls (due_date) where due_date is not null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "controls_due";`);
    this.addSql(`alter table "controls" drop column "due_date", drop column "reminded_days";`);
  }

}
