import { Migration } from "@mikro-orm/migrations";

/**
 * Whether an event is older than a webhook must not depend on the clocks of two processes. Webhooks first: what is
 * recorded in between then counts as later. A webhook begins with its transaction, so that it receives its own creation.
 */
export class Migration20261127090000_clock_of_the_database extends Migration {
  override name = "Migration20261127090000_clock_of_the_database";

  override up(): void {
    this.addSql("alter table webhooks add subscribed_at timestamptz null;");
    this.addSql("alter table webhooks alter subscribed_at set default now();");
    this.addSql("update webhooks set subscribed_at = created_at;");
    this.addSql("alter table events add recorded_at timestamptz null;");
    this.addSql("alter table events alter recorded_at set default clock_timestamp();");
    this.addSql("update events set recorded_at = occurred_at where published_at is null;");
  }

  override down(): void {
    this.addSql("alter table events drop column recorded_at;");
    this.addSql("alter table webhooks drop column subscribed_at;");
  }
}
