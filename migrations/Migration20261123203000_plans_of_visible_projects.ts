import { Migration } from "@mikro-orm/migrations";

/*
 * Row-level security calls the function for each protected table of a statement. PostgreSQL planned its
 * look-up of teams anew at every call, which took half of the call's time.
 */
export class Migration20261123203000_plans_of_visible_projects extends Migration {
  override name = "Migration20261123203000_plans_of_visible_projects";

  override up(): void {
    this.addSql("alter function compliance_projects() set plan_cache_mode = force_generic_plan;");
  }

  override down(): void {
    this.addSql("alter function compliance_projects() reset plan_cache_mode;");
  }
}
