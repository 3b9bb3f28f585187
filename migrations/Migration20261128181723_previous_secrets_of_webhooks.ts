import { Migration } from '@mikro-orm/migrations';

export class Migration20261128181723_previous_secrets_of_webhooks extends Migration {

  override name = 'Migration20261128181723_previous_secrets_of_webhooks';

  override up(): void | Promise<void> {
    this.addSql(`alter table "webhooks" add "previous_secrets" jsonb not null default '[]';`);
    this.addSql(`update "webhooks" set "previous_secrets" = jsonb_build_array(jsonb_build_object(
      'secret', "previous_secret", 'until', "previous_until")) where "previous_secret" is not null and "previous_until" is not null;`);
    this.addSql(`alter table "webhooks" drop column "previous_secret", drop column "previous_until";`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "webhooks" add "previous_secret" text null, add "previous_until" timestamptz(6) null;`);
    this.addSql(`update "webhooks" set "previous_secret" = "previous_secrets" -> 0 ->> 'secret',
      "previous_until" = ("previous_secrets" -> 0 ->> 'until')::timestamptz;`);
    this.addSql(`alter table "webhooks" drop column "previous_secrets";`);
  }

}
