import { Migration } from '@mikro-orm/migrations';

export class Migration20261122162036_claims_by_owner extends Migration {

  override name = 'Migration20261122162036_claims_by_owner';

  override up(): void | Promise<void> {
    this.addSql(`drop index webhook_deliveries_waiting;`);
    this.addSql(`create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, id) where status in ('pending', 'sending');`);
    this.addSql(`create index webhook_deliveries_in_hand on webhook_deliveries (webhook_id) where status = 'sending';`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "webhook_deliveries_in_hand";`);
    this.addSql(`drop index webhook_deliveries_waiting;`);
    this.addSql(`create index webhook_deliveries_waiting on webhook_deliveries (id) where status in ('pending', 'sending');`);
  }

}
