import { Migration } from '@mikro-orm/migrations';

// Runs with the rights of the tables' owner: a user who deletes a project cannot see the webhooks of others.
const OWNERS = `create function compliance_webhook_owners() returns setof uuid language sql stable parallel safe security definer as
  $$ select distinct owner_id from webhooks $$;`;

// Deleted projects whose events the caller could receive at that time. Keys restricted to projects cannot
// have webhooks.
const HEARD = `create function compliance_heard_projects() returns setof uuid language sql stable parallel safe security definer as $$
  select project_id from events
    where heard_by is not null and (compliance_caller() ->> 'id')::uuid = any (heard_by)
      and compliance_caller() ->> 'projects' is null
$$;`;

/** The recipients of a deleted project's events are determined at deletion and stored with the event. */
export class Migration20261122091755_events_heard_by extends Migration {

  override name = 'Migration20261122091755_events_heard_by';

  override up(): void | Promise<void> {
    this.addSql(`drop policy "events_of_caller" on "events";`);

    this.addSql(`alter table "events" add "heard_by" uuid[] null;`);
    this.addSql(`create index events_of_deletions on events (project_id) where heard_by is not null;`);

    this.addSql(OWNERS);
    this.addSql(HEARD);
    for (const name of ["compliance_webhook_owners", "compliance_heard_projects"]) {
      // Prevents temporary tables from shadowing ours.
      this.addSql(`do $$ begin
        execute format('alter function ${name}() set search_path = %I, pg_temp', current_schema());
      end $$;`);
      this.addSql(`revoke execute on function ${name}() from public;`);
      this.addSql(`grant execute on function ${name}() to compliance_app;`);
    }
    this.addSql(`create policy "events_of_caller" on "events" for select using ((select current_setting('compliance.sees', true)) = 'all' or ((events.owner_id = (select (compliance_caller() ->> 'id')::uuid) or ((select compliance_caller() ->> 'role') = 'admin' and events.project_id is null)) and ((select compliance_caller() ->> 'projects') is null or events.project_id = any ((select compliance_caller() ->> 'projects')::uuid[]))) or events.project_id in (select compliance_projects()) or events.project_id in (select compliance_heard_projects()));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop policy "events_of_caller" on "events";`);
    this.addSql(`drop function compliance_heard_projects(), compliance_webhook_owners();`);
    this.addSql(`drop index "events_of_deletions";`);
    this.addSql(`alter table "events" drop column "heard_by";`);
    this.addSql(`create policy "events_of_caller" on "events" for select using (((( SELECT current_setting('compliance.sees'::text, true) AS current_setting) = 'all'::text) OR (((owner_id = ( SELECT ((compliance_caller() ->> 'id'::text))::uuid AS uuid)) OR ((( SELECT (compliance_caller() ->> 'role'::text)) = 'admin'::text) AND (project_id IS NULL))) AND ((( SELECT (compliance_caller() ->> 'projects'::text)) IS NULL) OR (project_id = ANY ((( SELECT (compliance_caller() ->> 'projects'::text)))::uuid[])))) OR (project_id IN ( SELECT compliance_projects() AS compliance_projects))));`);
  }

}
