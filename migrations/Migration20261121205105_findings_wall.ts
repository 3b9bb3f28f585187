import { Migration } from '@mikro-orm/migrations';

export class Migration20261121205105_findings_wall extends Migration {

  override name = 'Migration20261121205105_findings_wall';

  override up(): void | Promise<void> {
    this.addSql(`alter table "findings" enable row level security;`);
    this.addSql(`create policy "findings_of_caller" on "findings" using ((select current_setting('compliance.sees', true)) = 'all' or findings.project_id::text = (select current_setting('compliance.sees', true)) or findings.project_id in (select compliance_projects()));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop policy "findings_of_caller" on "findings";`);

    this.addSql(`alter table "findings" disable row level security;`);
  }

}
