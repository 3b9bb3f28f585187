import { Migration } from '@mikro-orm/migrations';

export class Migration20261121232932_webhook_deliveries_overdue extends Migration {

  override name = 'Migration20261121232932_webhook_deliveries_overdue';

  override up(): void | Promise<void> {
    this.addSql(`drop policy "events_of_caller" on "events";`);

    this.addSql(`create policy "events_of_caller" on "events" for select using ((select current_setting('compliance.sees', true)) = 'all' or ((events.owner_id = (select (compliance_caller() ->> 'id')::uuid) or ((select compliance_caller() ->> 'role') = 'admin' and events.project_id is null)) and ((select compliance_caller() ->> 'projects') is null or events.project_id = any ((select compliance_caller() ->> 'projects')::uuid[]))) or events.project_id in (select compliance_projects()));`);

    this.addSql(`create index webhook_deliveries_retrying on webhook_deliveries (next_attempt_at) where status = 'retrying';`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop policy "events_of_caller" on "events";`);


    this.addSql(`create policy "events_of_caller" on "events" for select using (((( SELECT current_setting('compliance.sees'::text, true) AS current_setting) = 'all'::text) OR (((( SELECT (compliance_caller() ->> 'role'::text)) = 'admin'::text) OR (owner_id = ( SELECT ((compliance_caller() ->> 'id'::text))::uuid AS uuid))) AND ((( SELECT (compliance_caller() ->> 'projects'::text)) IS NULL) OR (project_id = ANY ((( SELECT (compliance_caller() ->> 'projects'::text)))::uuid[])))) OR (project_id IN ( SELECT compliance_projects() AS compliance_projects))));`);

    this.addSql(`drop index "webhook_deliveries_retrying";`);
  }

}
