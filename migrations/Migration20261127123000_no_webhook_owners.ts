import { Migration } from "@mikro-orm/migrations";

/** A deletion now stores every user who received the project's events, whether or not they have webhooks. */
export class Migration20261127123000_no_webhook_owners extends Migration {
  override name = "Migration20261127123000_no_webhook_owners";

  override up(): void {
    this.addSql("drop function compliance_webhook_owners();");
  }

  override down(): void {
    this.addSql(`create function compliance_webhook_owners() returns setof uuid language sql stable parallel safe
      security definer as $$ select distinct owner_id from webhooks $$;`);
    this.addSql(`do $$ begin
      execute format('alter function compliance_webhook_owners() set search_path = %I, pg_temp', current_schema());
    end $$;`);
    this.addSql("revoke execute on function compliance_webhook_owners() from public;");
    this.addSql("grant execute on function compliance_webhook_owners() to compliance_app;");
  }
}
