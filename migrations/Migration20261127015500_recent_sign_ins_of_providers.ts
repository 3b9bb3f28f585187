import { Migration } from "@mikro-orm/migrations";

/**
 * Providers registered before were believed to have asked, and stay so: administrators who sign in only there could
 * otherwise no longer change the setting.
 */
export class Migration20261127015500_recent_sign_ins_of_providers extends Migration {
  override name = "Migration20261127015500_recent_sign_ins_of_providers";

  override up(): void {
    this.addSql("alter table identity_providers add assume_recent_sign_in boolean not null default true;");
    this.addSql("alter table identity_providers alter assume_recent_sign_in drop default;");
  }

  override down(): void {
    this.addSql("alter table identity_providers drop column assume_recent_sign_in;");
  }
}
