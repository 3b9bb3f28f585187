import { Migration } from "@mikro-orm/migrations";

/** Snapshots from before have no risk. */
export class Migration20261124104500_risk_of_past_days extends Migration {
  override name = "Migration20261124104500_risk_of_past_days";

  override up(): void {
    this.addSql("alter table score_snapshots add risk jsonb null;");
  }

  override down(): void {
    this.addSql("alter table score_snapshots drop column risk;");
  }
}
