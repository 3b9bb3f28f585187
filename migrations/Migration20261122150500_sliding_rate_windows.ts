import { Migration } from '@mikro-orm/migrations';

/**
 * Counts per step of a sliding window. Counts from the fixed windows are lost, as after a crash. The table is
 * altered instead of recreated, to keep its privileges and storage settings.
 */
export class Migration20261122150500_sliding_rate_windows extends Migration {

  override name = 'Migration20261122150500_sliding_rate_windows';

  override up(): void | Promise<void> {
    this.addSql(`truncate table "rate_counters";`);
    this.addSql(`alter table "rate_counters" drop column "minute", drop column "minute_count", drop column "hour", drop column "hour_count";`);
    this.addSql(`alter table "rate_counters" add column "minute_step" bigint not null, add column "minute_counts" int[] not null, add column "hour_step" bigint not null, add column "hour_counts" int[] not null, add column "taken" int not null, add column "per_minute" int not null, add column "per_hour" int not null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`truncate table "rate_counters";`);
    this.addSql(`alter table "rate_counters" drop column "minute_step", drop column "minute_counts", drop column "hour_step", drop column "hour_counts", drop column "taken", drop column "per_minute", drop column "per_hour";`);
    this.addSql(`alter table "rate_counters" add column "minute" bigint not null, add column "minute_count" int not null, add column "hour" bigint not null, add column "hour_count" int not null;`);
  }

}
