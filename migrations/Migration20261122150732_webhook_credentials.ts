import { Migration } from '@mikro-orm/migrations';

// The audit log records the credential that created each webhook. It does not record the scopes of
// application tokens, so those get the scopes of the application.
const REMEMBER = `with made as (
    select distinct on (subject_id) subject_id, credential from (
      select subject_id, credential, occurred_at from audit_entries where action = 'webhook.created'
      union all select subject_id, credential, occurred_at from audit_intake where action = 'webhook.created') noted
    order by subject_id, occurred_at)
  update webhooks w set
      api_key_id = k.id,
      oauth_client_id = case when made.credential like 'oauth:%' then substr(made.credential, 7)::uuid end,
      scopes = coalesce(k.scopes, c.scopes, '{}')
    from made
      left join api_keys k on k.id::text = made.credential
      left join oauth_clients c on made.credential = 'oauth:' || c.id::text
    where made.subject_id = w.id::text and (k.id is not null or made.credential like 'oauth:%');`;

// A rotated key has passed its webhooks on.
const HAND_ON = `with recursive heirs as (
    select id, id as heir, rotated_to from api_keys
    union all select heirs.id, next.id, next.rotated_to from heirs join api_keys next on next.id = heirs.rotated_to)
  update webhooks w set api_key_id = heirs.heir from heirs
    where heirs.id = w.api_key_id and heirs.rotated_to is null;`;

/**
 * Webhooks without a known credential were created by a user, or are treated as such: they have their owner's
 * rights.
 */
export class Migration20261122150732_webhook_credentials extends Migration {

  override name = 'Migration20261122150732_webhook_credentials';

  override up(): void | Promise<void> {
    this.addSql(`alter table "webhooks" add "api_key_id" uuid null, add "oauth_client_id" uuid null, add "session_id" uuid null, add "scopes" text[] null;`);
    this.addSql(REMEMBER);
    this.addSql(HAND_ON);
    this.addSql(`create index webhooks_credential on webhooks (id) where active and scopes is not null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "webhooks_credential";`);
    this.addSql(`alter table "webhooks" drop column "api_key_id", drop column "oauth_client_id", drop column "session_id", drop column "scopes";`);
  }

}
