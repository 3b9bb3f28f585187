import { Migration } from "@mikro-orm/migrations";

/**
 * Sessions from before have none of these. The role of the API writes the first two with a new row only, and
 * the third not at all: its privileges for updates name their columns.
 */
export class Migration20261126041907_origin_of_sessions extends Migration {
  override name = "Migration20261126041907_origin_of_sessions";

  override up(): void {
    this.addSql(
      "alter table sessions add user_agent varchar(255), add address varchar(255), add last_used_at timestamptz;",
    );
  }

  override down(): void {
    this.addSql("alter table sessions drop column user_agent, drop column address, drop column last_used_at;");
  }
}
