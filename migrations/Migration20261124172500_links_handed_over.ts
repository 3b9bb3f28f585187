import { Migration } from "@mikro-orm/migrations";

const check = (states: string): string =>
  `alter table invitations drop constraint invitations_mail_check,
  add constraint invitations_mail_check check (mail in (${states}));`;

/** An invitation whose link was handed over before its e-mail was sent. */
export class Migration20261124172500_links_handed_over extends Migration {
  override name = "Migration20261124172500_links_handed_over";

  override up(): void {
    this.addSql(check("'waiting', 'sent', 'not_configured', 'handed_over'"));
  }

  override down(): void {
    this.addSql("update invitations set mail = 'waiting' where mail = 'handed_over';");
    this.addSql(check("'waiting', 'sent', 'not_configured'"));
  }
}
