import { Migration } from '@mikro-orm/migrations';

export class Migration20261122225300_team_roles extends Migration {

  override name = 'Migration20261122225300_team_roles';

  override up(): void | Promise<void> {
    this.addSql(`alter table "team_members" drop constraint if exists "team_members_role_check";`);
  }

  override down(): void | Promise<void> {
    // Free-text roles have been accepted in the meantime.
    this.addSql(`update "team_members" t set "role" = u."role" from "users" u where u."id" = t."user_id" and t."role" not in ('customer', 'auditor', 'manager', 'admin');`);
    this.addSql(`alter table "team_members" add constraint "team_members_role_check" check ("role" in ('customer', 'auditor', 'manager', 'admin'));`);
  }

}
