import { Migration } from '@mikro-orm/migrations';

export class Migration20261122225200_keys_of_clients extends Migration {

  override name = 'Migration20261122225200_keys_of_clients';

  override up(): void | Promise<void> {
    this.addSql(`alter table "api_keys" add "oauth_client_id" uuid null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "api_keys" drop column "oauth_client_id";`);
  }

}
