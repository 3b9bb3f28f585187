import { Migration } from '@mikro-orm/migrations';

/** The existing key keeps signing; the first process that starts creates the next one. */
export class Migration20261121173000_signing_key_states extends Migration {

  override name = 'Migration20261121173000_signing_key_states';

  override up(): void | Promise<void> {
    this.addSql(`alter table "signing_keys" add "status" text not null default 'current';`);
    this.addSql(`alter table "signing_keys" alter column "status" drop default;`);
    this.addSql(`alter table "signing_keys" alter column "sealed_private_jwk" drop not null;`);
    this.addSql(`alter table "signing_keys" rename column "retired_at" to "published_until";`);
    this.addSql(`alter table "signing_keys" add constraint "signing_keys_status_check" check ("status" in ('next', 'current', 'retired'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`delete from "signing_keys" where "status" <> 'current';`);
    this.addSql(`alter table "signing_keys" drop constraint "signing_keys_status_check";`);
    this.addSql(`alter table "signing_keys" rename column "published_until" to "retired_at";`);
    this.addSql(`alter table "signing_keys" alter column "sealed_private_jwk" set not null;`);
    this.addSql(`alter table "signing_keys" drop column "status";`);
  }

}
