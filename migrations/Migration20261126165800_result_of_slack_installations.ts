import { Migration } from "@mikro-orm/migrations";

/** The workspace of a finished installation, so that its last page can be reloaded. */
export class Migration20261126165800_result_of_slack_installations extends Migration {
  override name = "Migration20261126165800_result_of_slack_installations";

  override up(): void {
    this.addSql("alter table slack_installations add column workspace text null;");
  }

  override down(): void {
    this.addSql("alter table slack_installations drop column workspace;");
  }
}
