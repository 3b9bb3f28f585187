import { Migration } from '@mikro-orm/migrations';

/**
 * Not an entity, because counters are not part of the domain. Unlogged, because a crash may lose them, and
 * with free space in each page, so that counting updates no index.
 */
export class Migration20261121122000_rate_counters extends Migration {

  override name = 'Migration20261121122000_rate_counters';

  override up(): void | Promise<void> {
    this.addSql(`create unlogged table "rate_counters" ("subject" text not null, "minute" bigint not null, "minute_count" int not null, "hour" bigint not null, "hour_count" int not null, primary key ("subject")) with (fillfactor = 50);`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "rate_counters";`);
  }

}
