import { Migration } from "@mikro-orm/migrations";

/**
 * When the user of a session last authenticated, and when all sessions of a user ended. Console sessions from
 * before count as old sign-ins. The role of the API writes the first with a new row only.
 */
export class Migration20261126224000_standing_of_sign_ins extends Migration {
  override name = "Migration20261126224000_standing_of_sign_ins";

  override up(): void {
    this.addSql("alter table sessions add authenticated_at timestamptz;");
    this.addSql("alter table users add sessions_ended_at timestamptz;");
    this.addSql("grant update (sessions_ended_at) on users to compliance_app;");
  }

  override down(): void {
    this.addSql("alter table sessions drop column authenticated_at;");
    this.addSql("alter table users drop column sessions_ended_at;");
  }
}
