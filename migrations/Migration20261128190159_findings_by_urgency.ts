import { Migration } from '@mikro-orm/migrations';

export class Migration20261128190159_findings_by_urgency extends Migration {

  override name = 'Migration20261128190159_findings_by_urgency';

  override up(): void | Promise<void> {
    this.addSql(`create index findings_by_urgency on findings (project_id, (-array_position(array['open','in-progress','resolved','closed','accepted','false-positive']::text[], status::text)), id);`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "findings_by_urgency";`);
  }

}
