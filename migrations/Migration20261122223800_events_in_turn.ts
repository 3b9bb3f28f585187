import { Migration } from '@mikro-orm/migrations';

export class Migration20261122223800_events_in_turn extends Migration {

  override name = 'Migration20261122223800_events_in_turn';

  override up(): void | Promise<void> {
    this.addSql(`drop index events_unpublished;`);
    this.addSql(`create index events_unpublished on events (coalesce(project_id, owner_id, '00000000-0000-0000-0000-000000000000'), id) where published_at is null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index events_unpublished;`);
    this.addSql(`create index events_unpublished on events (id) where published_at is null;`);
  }

}
